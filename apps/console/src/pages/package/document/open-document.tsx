// The open document: its category, the reasons that it answers, the file itself, and the analyst's verdict.
import { Group, Progress, Text, Title } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { ApiFailure } from '@onboarding/ui/api';
import { IconChevronLeft, IconChevronRight } from '@onboarding/ui/icons';
import { PageLink } from '@onboarding/ui/shell';
import { Failure } from '@onboarding/ui/states';
import { spelled } from '@onboarding/ui/words';
import { type Ref, useCallback, useId, useRef } from 'react';
import { RedBar } from './bars.tsx';
import classes from './document.module.css';
import { FileFacts, type PackageDocument, personOf } from './document-facts.tsx';
import { type FileState, type Files, useFile } from './file.ts';
import { answeredBy } from './judging.ts';
import { useReport } from './report.ts';
import { ToolButton } from './tools.tsx';
import { Verdict } from './verdict.tsx';
import { Viewer, type ViewerProps } from './viewer.tsx';

interface Place {
  /** Index among the documents that can be opened. */
  at: number;
  of: number;
  openPrevious: (() => void) | undefined;
  openNext: (() => void) | undefined;
}

interface OpenDocumentProps {
  found: PackageRecord;
  document: PackageDocument;
  files: Files;
  /** Whether the focus goes to the document; false on a page that was just loaded. */
  moved: Readonly<{ current: boolean }>;
  place: Place;
}

/** Puts the focus into the document, first where its progress is shown, so that the keys for scrolling work at once. */
function useArrival(moved: OpenDocumentProps['moved']): Ref<HTMLElement> {
  const hasArrived = useRef(false);
  return useCallback(
    (area: HTMLElement | null) => {
      if (area === null || !moved.current) return;
      // The focus is on the body once the progress, which had it, is gone; an analyst who has moved it keeps it.
      if (!hasArrived.current || window.document.activeElement === window.document.body) {
        area.focus({ preventScroll: true });
      }
      hasArrived.current = true;
    },
    [moved],
  );
}

/** The caller keys it by business and document. */
export function OpenDocument({ found, document, files, moved, place }: OpenDocumentProps) {
  const { customerId } = found.business;
  const titleId = useId();
  const areaRef = useArrival(moved);
  const { recorded, report } = useReport(found, document);
  const { state, retry } = useFile(files, customerId, document);
  const name = spelled(document.documentCategory);
  const title = document.uboId === null ? name : `${name} of ${personOf(found, document)}`;
  return (
    <div className={classes.pane}>
      <Group gap={4} wrap="nowrap" className={classes.head}>
        <ToolButton keys="[" label="Previous document" icon={IconChevronLeft} onUse={place.openPrevious} />
        <ToolButton keys="]" label="Next document" icon={IconChevronRight} onUse={place.openNext} />
        <Title order={2} size="h5" id={titleId} className={classes.title} title={title}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" className={classes.place}>
          {place.at + 1} of {place.of}
        </Text>
        <PageLink
          to="/packages/$customerId"
          params={{ customerId }}
          search={(before) => ({ ...before, document: undefined })}
          size="sm"
          className={classes.all}
        >
          All documents
        </PageLink>
      </Group>
      <Answers found={found} document={document} />
      <File
        state={state}
        retry={retry}
        document={document}
        viewer={{ name: title, titleId, areaRef, recorded, onSeen: report }}
      />
      <FileFacts document={document} compared={state.kind === 'read'} />
      <Verdict found={found} document={document} />
    </div>
  );
}

function Answers({ found, document }: Pick<OpenDocumentProps, 'found' | 'document'>) {
  return answeredBy(document, found.decisions).map(({ reasonId, message }) => (
    <Text key={reasonId} size="sm" className={classes.answer}>
      Our request: “{message}”
    </Text>
  ));
}

interface FileProps {
  state: FileState;
  retry: () => void;
  document: PackageDocument;
  viewer: Omit<ViewerProps, 'bytes' | 'type' | 'seen'>;
}

function File({ state, retry, document, viewer }: FileProps) {
  if (state.kind === 'read') {
    return <Viewer bytes={state.bytes} seen={state.seen} type={document.contentType} {...viewer} />;
  }
  if (state.kind === 'reading') {
    return (
      <section ref={viewer.areaRef} tabIndex={-1} aria-labelledby={viewer.titleId} className={classes.waiting}>
        <div className="late">
          <Text size="sm" mb={4}>
            Loading the file
          </Text>
          <Progress value={state.percent} aria-label="Progress" />
        </div>
      </section>
    );
  }
  if (state.error instanceof ApiFailure) return <Failure error={state.error} onRetry={retry} />;
  return <RedBar error={state.error} onRetry={retry} />;
}
