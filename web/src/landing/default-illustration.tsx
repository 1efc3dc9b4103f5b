/** The default illustration for campaigns without an image: a form and a phone with replies. */
export function DefaultIllustration() {
  return (
    <svg className="illustration" viewBox="0 0 440 260" width="440" height="260" aria-hidden="true" fill="none">
      <ellipse cx="206" cy="236" rx="190" ry="12" fill="var(--hairline)" />
      <circle cx="222" cy="118" r="104" fill="var(--accent)" fillOpacity=".13" />
      <rect
        x="92"
        y="42"
        width="150"
        height="190"
        rx="14"
        fill="#fff"
        stroke="var(--accent)"
        strokeOpacity=".3"
        strokeWidth="2"
      />
      <rect x="132" y="32" width="70" height="22" rx="8" fill="var(--accent)" />
      <g stroke="var(--hairline)" strokeWidth="8" strokeLinecap="round">
        <path d="M142 90h76M142 128h60M142 166h70" />
      </g>
      <g fill="var(--accent)" fillOpacity=".18">
        <circle cx="118" cy="90" r="11" />
        <circle cx="118" cy="128" r="11" />
      </g>
      <circle cx="118" cy="166" r="10" stroke="var(--accent)" strokeOpacity=".3" strokeWidth="2" />
      <path
        d="M113 90l4 4 7-8M113 128l4 4 7-8"
        stroke="var(--accent-text)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="112" y="192" width="110" height="24" rx="8" fill="var(--accent)" />
      <path d="M148 204h38" stroke="var(--on-accent)" strokeWidth="5" strokeLinecap="round" />
      <rect x="264" y="76" width="88" height="156" rx="16" fill="var(--ink)" />
      <rect x="271" y="84" width="74" height="140" rx="10" fill="#fff" />
      <rect x="279" y="98" width="46" height="22" rx="9" fill="var(--accent)" fillOpacity=".13" />
      <rect x="291" y="128" width="46" height="30" rx="9" fill="var(--accent)" />
      <path d="M299 138h30M299 147h18" stroke="var(--on-accent)" strokeWidth="3" strokeLinecap="round" />
      <rect x="279" y="166" width="38" height="22" rx="9" fill="var(--accent)" fillOpacity=".13" />
      <circle cx="352" cy="72" r="26" fill="var(--accent-deep)" />
      <path
        d="M341 73l8 8 14-16"
        stroke="var(--on-accent)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M46 232c2-30 10-48 26-58-2 26-8 44-26 58zM46 232c-4-20-12-30-26-36 2 18 10 30 26 36z"
        fill="var(--accent)"
        fillOpacity=".38"
      />
      <g stroke="var(--accent)" strokeOpacity=".6" strokeWidth="3" strokeLinecap="round">
        <path d="M64 76v12M58 82h12M396 150v12M390 156h12" />
      </g>
    </svg>
  );
}
