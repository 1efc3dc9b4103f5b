/** Dripline's logo: a drop below a line. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="32" height="32" rx="8" fill="#146c74" />
      <path d="M6.5 8h19" stroke="#77bfc3" strokeWidth="2.8" strokeLinecap="round" />
      <path d="M16 11.4c3.2 3.7 5.7 6.6 5.7 9.8a5.7 5.7 0 0 1-11.4 0c0-3.2 2.5-6.1 5.7-9.8Z" fill="#fff" />
    </svg>
  );
}
