// The typed calls of a site: useCall('readWebhook') for data that a page shows, useAction for changes.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ApiFailure } from './failure.ts';
import type { Input, Operation, OperationTable, OperationTypes, Sent } from './operation.ts';
import { intervalOf, isBackground } from './polling.ts';
import { receive } from './receive.ts';
import { send } from './send.ts';

type InputOf<T> = T extends OperationTypes ? Input<T> : never;
type AnswerOf<T> = T extends OperationTypes ? T['answer'] : never;
/** Only an operation without parameters can be called without an input. */
type Arguments<T, Options> =
  Record<never, never> extends InputOf<T>
    ? [input?: InputOf<T>, options?: Options]
    : [input: InputOf<T>, options?: Options];

interface ReadOptions<Answer = unknown> {
  /** Polling interval in milliseconds; pauses while the tab is hidden. */
  poll?: number | false;
  /** Polling stops once this returns true. */
  pollUntil?: (answer: Answer) => boolean;
  enabled?: boolean;
  /** Keeps the current rows while another page of the list loads. */
  keep?: boolean;
}

interface ActionOptions<Answer> {
  /** The reads that the action makes stale. */
  refreshes?: readonly string[];
  onDone?: (answer: Answer) => void;
}

export interface Client<Ops> {
  operation(id: keyof Ops): Operation;
  useCall<Id extends keyof Ops>(
    id: Id,
    ...given: Arguments<Ops[Id], ReadOptions<AnswerOf<Ops[Id]>>>
  ): UseQueryResult<AnswerOf<Ops[Id]>, ApiFailure>;
  useAction<Id extends keyof Ops>(
    id: Id,
    options?: ActionOptions<AnswerOf<Ops[Id]>>,
  ): UseMutationResult<AnswerOf<Ops[Id]>, ApiFailure, InputOf<Ops[Id]>>;
}

/** Created once per site. */
export function createClient<Ops>(table: OperationTable<Ops>): Client<Ops> {
  const client = {
    operation: (id: keyof Ops) => table[id],
    useCall: (id: keyof Ops, input?: Sent, options?: ReadOptions) => useRead(table[id], id, input, options),
    useAction: (id: keyof Ops, options?: ActionOptions<unknown>) => usePerform(table[id], options),
  };
  // The only cast: the table's types are generated from the schemas that validate requests and responses.
  return client as unknown as Client<Ops>;
}

function useRead(operation: Operation, id: PropertyKey, input: Sent = {}, options: ReadOptions = {}) {
  const queries = useQueryClient();
  const { poll = false, pollUntil, enabled = true, keep = false } = options;
  const queryKey = [id, input];
  return useQuery<unknown, ApiFailure>({
    queryKey,
    queryFn: ({ signal }) => {
      const background = isBackground(poll, queries.getQueryData(queryKey) !== undefined);
      return send(operation, input, { signal, background });
    },
    refetchInterval: ({ state: { data } }) => intervalOf(poll, pollUntil, data),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

function usePerform(operation: Operation, { refreshes = [], onDone }: ActionOptions<unknown> = {}) {
  const queries = useQueryClient();
  return useMutation<unknown, ApiFailure, Sent>({
    mutationFn: (input) => (operation.file === true ? receive(operation, input) : send(operation, input)),
    async onSuccess(answer) {
      onDone?.(answer);
      await Promise.all(refreshes.map((read) => queries.invalidateQueries({ queryKey: [read] })));
    },
  });
}
