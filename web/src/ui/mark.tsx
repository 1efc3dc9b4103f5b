/** Dripline's mark: a drop about to fall through the line it leaves open. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="32" height="32" rx="8" fill="#146c74" />
      <path d="M16 4.6c.5 0 .9.2 1.2.6 2.6 3.3 5.3 6.9 5.3 10.2a6.5 6.5 0 0 1-13 0c0-3.3 2.7-6.9 5.3-10.2.3-.4.7-.6 1.2-.6Z" fill="#fff" />
      <path d="M5.5 26.5h7M19.5 26.5h7" stroke="#77bfc3" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="16" cy="26.5" r="1.9" fill="#fff" />
    </svg>
  );
}
