// The toolbar of the open document.
import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@onboarding/ui/icons';
import { KeyTip, useKey } from '@onboarding/ui/keys';
import type { ComponentType } from 'react';
import classes from './document.module.css';
import { pageTyped } from './paper.ts';

interface ToolsProps {
  page: number;
  pages: number;
  /** How many pages were seen, in words. */
  seen: string;
  onPage: (page: number) => void;
  /** After a page number was entered. */
  onEnter: () => void;
  zoom: number;
  onLarger: () => void;
  onSmaller: () => void;
  onFit: () => void;
  onRotate: () => void;
}

export function Tools(props: ToolsProps) {
  const { page, pages, seen, onPage, onEnter, zoom, onLarger, onSmaller, onFit, onRotate } = props;
  return (
    <Group gap={4} className={classes.tools} role="toolbar" aria-label="Page and zoom">
      {pages > 1 && (
        <>
          <Tool keys="<" label="Previous page" icon={IconChevronLeft} onUse={() => onPage(page - 1)} off={page === 1} />
          <PageNumber key={page} page={page} onPage={onPage} onEnter={onEnter} />
          <Text size="sm" c="dimmed">
            of {pages}
          </Text>
          <Tool
            keys=">"
            label="Next page"
            icon={IconChevronRight}
            onUse={() => onPage(page + 1)}
            off={page === pages}
          />
        </>
      )}
      <Text size="sm" c="dimmed" ml={pages > 1 ? 'xs' : 0}>
        {seen}
      </Text>
      <Group gap={4} ml="auto">
        <Tool keys="-" label="Zoom out" icon={IconZoomOut} onUse={onSmaller} />
        <Text size="sm" c="dimmed" w={44} ta="center" role="status" aria-label="Zoom">
          {Math.round(zoom * 100)}%
        </Text>
        <Tool keys="+" label="Zoom in" icon={IconZoomIn} onUse={onLarger} />
        <Tool keys="0" label="Fit to width" icon={IconArrowAutofitWidth} onUse={onFit} />
        <Tool keys="." label="Rotate" icon={IconRotateClockwise} onUse={onRotate} />
      </Group>
    </Group>
  );
}

/** Changes the page on Enter, not while typing: otherwise 12 would first go to page 1. */
function PageNumber({ page, onPage, onEnter }: Pick<ToolsProps, 'page' | 'onPage' | 'onEnter'>) {
  const enter = (text: string) => {
    const typed = pageTyped(text, page);
    if (typed !== undefined) onPage(typed);
  };
  return (
    <TextInput
      aria-label="Page"
      size="xs"
      w={48}
      inputMode="numeric"
      defaultValue={page}
      onBlur={({ currentTarget }) => enter(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return;
        enter(currentTarget.value);
        onEnter();
      }}
    />
  );
}

interface ToolProps {
  keys: string;
  label: string;
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  onUse: () => void;
  off?: boolean;
}

function Tool(tool: ToolProps) {
  useKey(tool.keys, tool.onUse, tool.label, { enabled: tool.off !== true });
  return <ToolButton {...tool} />;
}

/** For a key that also works where the button is hidden. Without `onUse`, it is disabled. */
export function ToolButton({
  keys,
  label,
  icon: Icon,
  onUse,
  off = onUse === undefined,
}: Omit<ToolProps, 'onUse'> & { onUse: (() => void) | undefined }) {
  return (
    <KeyTip keys={keys} label={label}>
      <ActionIcon variant="default" size="md" aria-label={label} onClick={onUse} disabled={off}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </KeyTip>
  );
}
