export { PaletteButton, type PaletteProps } from './palette-button.tsx';
export { recentVisits, rememberVisit, type Visit } from './visits.ts';
