import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useAction } from './api/client.ts';
import { cutWords } from './export-words.ts';
import { saveFile } from './save-file.ts';

type Query = Record<string, string | readonly string[] | undefined>;

/** More than the sentence that ends a file which was cut. */
const END_BYTES = 300;

/** Saves everything that the filters match as a CSV file. The file is saved only once it has arrived completely. */
export function ExportButton({ list, query }: { list: 'Customers' | 'Deliveries' | 'Activity'; query: Query }) {
  const save = useAction(`export${list}`, {
    refreshes: ['listActivity'],
    onDone: (file) => void saveAndTell(file),
  });
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() =>
        save.mutate(
          { query },
          {
            onError: ({ status, message }) => {
              // The dialog that asks to sign in again says all there is to say.
              if (status !== 401)
                notifications.show({ color: 'red', title: 'Nothing was exported', message, autoClose: false });
            },
          },
        )
      }
    >
      Export CSV
    </Button>
  );
}

async function saveAndTell(file: File): Promise<void> {
  saveFile(file);
  const cut = cutWords(await file.slice(-END_BYTES).text());
  if (cut !== undefined) notifications.show({ color: 'yellow', message: cut, autoClose: false });
}
