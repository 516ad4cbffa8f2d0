// The pages that were opened in this tab: in memory only, because their titles contain names.

export interface Visit {
  path: string;
  title: string;
}

const MOST = 20;

/** Latest first, each page once, with its last title. */
export const withVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
  [visit, ...visits.filter(({ path }) => path !== visit.path)].slice(0, MOST);

let visits: readonly Visit[] = [];

export function rememberVisit(visit: Visit): void {
  visits = withVisit(visits, visit);
}

export const recentVisits = () => visits;
