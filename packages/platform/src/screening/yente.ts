// The adapter for OpenSanctions' yente, which queries by example.
import { z } from 'zod';
import { createAsker, pathUnder, within } from './ask.ts';
import { threeLettersOf, twoLettersOf } from './country-codes.ts';
import {
  NO_DETAILS,
  ScreeningFailure,
  type ScreeningHit,
  type ScreeningProvider,
  type ScreeningSubject,
} from './provider.ts';

export interface YenteOptions {
  url: string;
  /** The collection to match against. */
  dataset: string;
  /** The minimum score of a hit. */
  minScore: number;
  /** Timeout for one subject. */
  timeoutMs?: number;
  /** How long the check that the collection is indexed stays valid. */
  trustCatalogMs?: number;
}

const SCHEMATA = { Person: 'Person', Organisation: 'Company' } as const;
const QUERY = 'subject';
// By default, servers refuse more.
const LIMIT = 10;
// The catalogue lists hundreds of collections, each with a description.
const CATALOG_BYTES = 32 * 1024 * 1024;

const catalogSchema = z.object({
  datasets: z.array(
    z.object({ name: z.string(), index_version: z.string().nullish(), children: z.array(z.string()).default([]) }),
  ),
});
type Catalog = z.output<typeof catalogSchema>;

const values = z.array(z.string()).default([]);
// An entry with missing or malformed details is still a hit, so nothing here fails.
const detailsSchema = z
  .object({
    birthDate: values,
    country: values,
    nationality: values,
    jurisdiction: values,
    alias: values,
    weakAlias: values,
    topics: values,
  })
  .transform(({ birthDate, country, nationality, jurisdiction, alias, weakAlias, topics }) => ({
    birthDates: birthDate,
    countries: threeLettersOf([...nationality, ...jurisdiction, ...country]),
    aliases: [...alias, ...weakAlias],
    topics,
  }))
  .catch(NO_DETAILS);

const matchSchema = z.object({
  responses: z.record(
    z.string(),
    z.object({
      status: z.literal(200),
      results: z.array(
        z.object({
          id: z.string().min(1),
          caption: z.string(),
          datasets: z.array(z.string()).min(1),
          score: z.number().min(0),
          match: z.boolean(),
          properties: detailsSchema,
        }),
      ),
      total: z.object({ value: z.int().min(0) }),
      // How yente understood the query: without a name it compared nothing.
      query: z.object({ properties: z.object({ name: z.union([z.string(), z.array(z.string()).min(1)]) }) }),
    }),
  ),
});

export function createYente(options: YenteOptions): ScreeningProvider {
  const { url, dataset, minScore, timeoutMs = 10_000, trustCatalogMs = 60_000 } = options;
  const asker = createAsker();
  let indexedUntil = 0;

  /** A collection that is known but not indexed yet would match nothing. */
  async function requireIndexed(signal: AbortSignal): Promise<void> {
    if (performance.now() < indexedUntil) return;
    const asked = { url: pathUnder(url, 'catalog'), schema: catalogSchema, maxBytes: CATALOG_BYTES };
    if (!isIndexed(await asker.ask(asked, signal), dataset)) {
      throw new ScreeningFailure('NotLoaded', 'Yente has not indexed the collection');
    }
    indexedUntil = performance.now() + trustCatalogMs;
  }

  async function match(subject: ScreeningSubject, signal: AbortSignal): Promise<ScreeningHit[]> {
    const address = pathUnder(url, `match/${dataset}`);
    address.searchParams.set('threshold', String(minScore));
    address.searchParams.set('limit', String(LIMIT));
    const body = { queries: { [QUERY]: exampleOf(subject) } };
    const { responses } = await asker.ask({ url: address, body, schema: matchSchema }, signal);
    const response = responses[QUERY];
    if (response === undefined || (response.results.length === 0 && response.total.value > 0)) {
      throw new ScreeningFailure('NotUnderstood', 'Yente has not answered the query');
    }
    return response.results
      .filter((result) => result.match || result.score >= minScore)
      .map(({ id, caption, datasets, score, properties }) => ({
        listName: datasets.join(', '),
        entityId: id,
        name: caption,
        score,
        url: `https://www.opensanctions.org/entities/${encodeURIComponent(id)}/`,
        ...properties,
      }));
  }

  return {
    name: 'yente',
    async screen(subject, signal) {
      const limited = within(timeoutMs, signal);
      await requireIndexed(limited);
      return match(subject, limited);
    },
    close: () => asker.close(),
  };
}

function exampleOf({ kind, name, birthDate, countries }: ScreeningSubject) {
  const codes = countries.map((country) => (twoLettersOf(country) ?? country).toLowerCase());
  return {
    schema: SCHEMATA[kind],
    properties: {
      name: [name],
      ...(birthDate === null ? {} : { birthDate: [birthDate] }),
      ...(codes.length === 0 ? {} : { country: codes }),
    },
  };
}

/** Directly, as part of an indexed collection, or through all of its parts. */
function isIndexed({ datasets }: Catalog, wanted: string): boolean {
  const byName = new Map(datasets.map((one) => [one.name, one]));
  const indexed = new Set<string>();
  const include = (name: string): void => {
    if (indexed.has(name)) return;
    indexed.add(name);
    byName.get(name)?.children.forEach(include);
  };
  for (const { name, index_version: version } of datasets) if (version) include(name);
  const parts = byName.get(wanted)?.children;
  if (parts === undefined) return false;
  return indexed.has(wanted) || (parts.length > 0 && parts.every((part) => indexed.has(part)));
}
