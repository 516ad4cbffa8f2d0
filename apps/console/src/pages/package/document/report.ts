// Reports how many pages of the open document the analyst has seen, so that colleagues can read it.
import type { PackageRecord, PagesSeen, PagesSeenAnswer } from '@onboarding/contract';
import { send } from '@onboarding/ui/api';
import { useAllowed, useSession } from '@onboarding/ui/session';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { operation } from '../../../api/client.ts';
import type { PackageDocument } from './document-facts.tsx';
import { openingBy, withPagesSeen } from './openings.ts';
import { pauseBefore } from './seen.ts';

interface Reporting {
  recorded: number;
  report: (seen: number, total: number) => void;
}

/** At most every few seconds, and when the analyst leaves. A failed report is not repeated: the next one includes it. */
export function useReport(found: PackageRecord, document: PackageDocument): Reporting {
  const { accountId } = useSession().session;
  const queries = useQueryClient();
  const isAllowed = useAllowed(operation('recordPagesSeen'));
  const { customerId } = found.business;
  const { documentId } = document;
  // Outside a review, openings are not recorded either.
  const isOn = isAllowed && found.queue.queuedAt !== null;
  const recorded = openingBy(document, accountId)?.pagesSeen ?? 0;
  const waiting = useRef<PagesSeen>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reportedAt = useRef<number>(undefined);

  const note = (answer: PagesSeenAnswer) =>
    queries.setQueryData<PackageRecord>(['readPackage', { params: { customerId } }], (before) =>
      before === undefined ? undefined : withPagesSeen(before, accountId, answer),
    );
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const body = waiting.current;
    if (body === undefined) return;
    waiting.current = undefined;
    reportedAt.current = Date.now();
    const input = { params: { customerId, documentId }, body };
    send(operation('recordPagesSeen'), input, { keepalive: true }).then(
      (answer) => note(answer as PagesSeenAnswer),
      () => {},
    );
  });
  useEffect(() => {
    const leave = () => flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const report = (pagesSeen: number, pagesTotal: number) => {
    if (!isOn || pagesSeen <= recorded) return;
    waiting.current = { pagesSeen, pagesTotal };
    timer.current ??= setTimeout(() => flush(), pauseBefore(reportedAt.current, Date.now()));
  };
  return { recorded, report };
}
