/** A house with a tick: also the icon of the browser's tab. Each site has its colour, so that the two are not confused. */
export function Mark() {
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden style={{ flex: 'none' }}>
      <rect width={24} height={24} rx={6} fill="var(--primary)" />
      <path
        d="M6 19V9l6-4 6 4v10M9.2 13.4l2.2 2.2 3.8-4.2"
        fill="none"
        stroke="#ffffff"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
