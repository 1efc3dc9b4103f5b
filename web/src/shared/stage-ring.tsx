const RADIUS = 4.5;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring of 12 px that fills with each stage. The last stage is a filled circle with a check mark. */
export function StageRing({ stage, of: last }: { stage: number; of: number }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true">
      {stage === last ? (
        <>
          <circle cx="6" cy="6" r="5.5" fill="currentColor" stroke="none" />
          <path d="M3.6 6.2 5.3 7.9l3.2-3.6" stroke="var(--chakra-colors-green-subtle)" strokeWidth="1.5" />
        </>
      ) : (
        <>
          <circle cx="6" cy="6" r={RADIUS} strokeWidth="1.5" opacity="0.35" />
          <circle
            cx="6"
            cy="6"
            r={RADIUS}
            strokeWidth="2"
            strokeDasharray={`${(LENGTH * stage) / last} ${LENGTH}`}
            transform="rotate(-90 6 6)"
          />
        </>
      )}
    </svg>
  );
}
