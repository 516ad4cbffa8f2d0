// docs/pictures: the life cycles of a business, a document and an event, drawn with the terms of the contract. In the
// repository they follow the reader's colour scheme; the site has its own.
import type { DeliveryStatus, DocumentStatus, VerificationStatus } from '@onboarding/contract';

type Point = readonly [x: number, y: number];

interface Box<State extends string> {
  /** A term of the contract; other events have a text in italics. */
  state?: State;
  happens?: string;
  note?: string;
  kind?: 'good' | 'bad';
  middle: Point;
}

interface Arrow {
  corners: readonly Point[];
  label?: string;
  /** Where the label begins. */
  at?: Point;
}

interface Picture<State extends string> {
  title: string;
  description: string;
  height: number;
  boxes: readonly Box<State>[];
  arrows: readonly Arrow[];
}

const BUSINESS: Picture<VerificationStatus> = {
  title: 'Life of a business',
  description:
    'You create a business, which is then PendingVerification. An analyst claims it: StartedNotCompleted. One analyst can request changes; your answer returns it to PendingVerification. Two analysts approve or reject it. A change of an Approved business returns it to PendingVerification, and so does a supervisor who reopens a Rejected one.',
  height: 430,
  boxes: [
    { happens: 'You create it', note: 'POST business-profiles', middle: [110, 45] },
    { state: 'PendingVerification', note: 'waits in the queue', middle: [370, 45] },
    { state: 'StartedNotCompleted', note: 'an analyst has claimed it', middle: [370, 215] },
    { state: 'ChangesRequested', note: 'your turn', middle: [110, 215] },
    { state: 'Approved', note: 'done', kind: 'good', middle: [240, 385] },
    { state: 'Rejected', note: 'closed', kind: 'bad', middle: [500, 385] },
  ],
  arrows: [
    {
      corners: [
        [205, 45],
        [273, 45],
      ],
    },
    {
      corners: [
        [370, 73],
        [370, 185],
      ],
      label: 'claimed',
      at: [380, 115],
    },
    {
      corners: [
        [440, 187],
        [440, 75],
      ],
      label: 'released',
      at: [450, 155],
    },
    {
      corners: [
        [275, 215],
        [207, 215],
      ],
    },
    {
      corners: [
        [110, 187],
        [110, 130],
        [310, 130],
        [310, 75],
      ],
      label: 'you answer: PATCH or PUT',
      at: [120, 120],
    },
    {
      corners: [
        [320, 243],
        [320, 300],
        [240, 300],
        [240, 355],
      ],
      label: 'two analysts',
      at: [225, 290],
    },
    {
      corners: [
        [420, 243],
        [420, 300],
        [500, 300],
        [500, 355],
      ],
      label: 'two analysts',
      at: [430, 290],
    },
    {
      corners: [
        [145, 385],
        [6, 385],
        [6, 6],
        [345, 6],
        [345, 15],
      ],
      label: 'you change it',
      at: [16, 330],
    },
    {
      corners: [
        [595, 385],
        [660, 385],
        [660, 45],
        [467, 45],
      ],
      label: 'a supervisor reopens it',
      at: [507, 340],
    },
  ],
};

const DOCUMENT: Picture<DocumentStatus> = {
  title: 'Life of a document',
  description:
    'You request a link: LinkIssued. You upload the file to storage: Uploaded. It is checked and scanned, then Confirmed, Rejected or Quarantined. An unused link is Expired after 30 minutes, or Superseded when you request another for the same category.',
  height: 360,
  boxes: [
    { happens: 'You request a link', note: 'POST upload-link', middle: [110, 45] },
    { state: 'LinkIssued', note: 'for 30 minutes', middle: [370, 45] },
    { state: 'Expired', note: 'not used in time', kind: 'bad', middle: [585, 115] },
    { state: 'Superseded', note: 'by a newer link', kind: 'bad', middle: [585, 190] },
    { state: 'Uploaded', note: 'checked and scanned', middle: [370, 190] },
    { state: 'Confirmed', note: 'an event says so', kind: 'good', middle: [110, 315] },
    { state: 'Rejected', note: 'the record says why', kind: 'bad', middle: [350, 315] },
    { state: 'Quarantined', note: 'infected', kind: 'bad', middle: [585, 315] },
  ],
  arrows: [
    {
      corners: [
        [205, 45],
        [273, 45],
      ],
    },
    {
      corners: [
        [370, 73],
        [370, 160],
      ],
      label: 'PUT to storage',
      at: [262, 122],
    },
    {
      corners: [
        [465, 45],
        [480, 45],
        [480, 115],
        [488, 115],
      ],
    },
    {
      corners: [
        [465, 45],
        [480, 45],
        [480, 190],
        [488, 190],
      ],
    },
    {
      corners: [
        [310, 218],
        [310, 252],
        [110, 252],
        [110, 285],
      ],
    },
    {
      corners: [
        [350, 218],
        [350, 285],
      ],
    },
    {
      corners: [
        [430, 218],
        [430, 252],
        [585, 252],
        [585, 285],
      ],
    },
  ],
};

const EVENT: Picture<DeliveryStatus> = {
  title: 'Life of an event',
  description:
    'A change and its event are committed in one transaction. The event is in the change feed for 30 days. If a webhook is registered, a delivery is Pending: it is signed and sent. With a 2xx answer it is Delivered. Otherwise it is retried, eight attempts over three days, then it is Exhausted. You can replay it for 30 days.',
  height: 390,
  boxes: [
    { happens: 'Something changes', note: 'with its event, at once', middle: [110, 45] },
    { happens: 'Change feed', note: 'GET changes, for 30 days', middle: [370, 45] },
    { state: 'Pending', note: 'signed and sent', middle: [110, 200] },
    { happens: 'Your receiver', note: 'verify, store, answer', middle: [370, 200] },
    { state: 'Delivered', note: 'any 2xx within 15 seconds', kind: 'good', middle: [370, 345] },
    { state: 'Exhausted', note: 'after 8 attempts', kind: 'bad', middle: [110, 345] },
  ],
  arrows: [
    {
      corners: [
        [205, 45],
        [273, 45],
      ],
    },
    {
      corners: [
        [110, 73],
        [110, 170],
      ],
      label: 'a webhook is registered',
      at: [120, 125],
    },
    {
      corners: [
        [205, 190],
        [273, 190],
      ],
    },
    {
      corners: [
        [275, 212],
        [207, 212],
      ],
      label: 'failed',
      at: [221, 230],
    },
    {
      corners: [
        [370, 228],
        [370, 315],
      ],
      label: '2xx',
      at: [380, 275],
    },
    {
      corners: [
        [110, 228],
        [110, 315],
      ],
      label: '3 days',
      at: [120, 275],
    },
    {
      corners: [
        [30, 317],
        [30, 230],
      ],
      label: 'replay',
      at: [36, 275],
    },
  ],
};

export function pictureFiles(): [path: string, text: string][] {
  return [
    ['docs/pictures/life-of-a-business.svg', draw(BUSINESS)],
    ['docs/pictures/life-of-a-document.svg', draw(DOCUMENT)],
    ['docs/pictures/life-of-an-event.svg', draw(EVENT)],
  ];
}

const SIZE = [190, 56] as const;

/** Kept small: the site omits it and has its own. */
const STYLE = `.picture-text { fill: #16202c; font: 600 14px system-ui, sans-serif; text-anchor: middle }
.picture-note { fill: #4a5767; font: 12.5px system-ui, sans-serif; text-anchor: middle }
.picture-label { fill: #4a5767; font: 12.5px system-ui, sans-serif }
.picture-happens { font-style: italic }
.picture-box { fill: #fff; stroke: #76828f; stroke-width: 1.5 }
.picture-good { stroke: #1b7f3b; stroke-width: 2.5 }
.picture-bad { stroke: #b3261e; stroke-width: 2.5 }
.picture-free { stroke-dasharray: 5 4 }
.picture-arrow { fill: none; stroke: #76828f; stroke-width: 1.5 }
.picture-head { fill: #76828f }
@media (prefers-color-scheme: dark) {
.picture-text { fill: #e8edf3 } .picture-note, .picture-label { fill: #b0bcc9 } .picture-box { fill: #1a212b }
.picture-good { stroke: #6fd08c } .picture-bad { stroke: #ffb3ab } }`;

function draw<State extends string>({ title, description, height, boxes, arrows }: Picture<State>): string {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 ${height}" width="690" height="${height}" role="img" aria-labelledby="${id}-title ${id}-description">
<title id="${id}-title">${title}</title>
<desc id="${id}-description">${description}</desc>
<style>${STYLE}</style>
${[...arrows.map(drawArrow), ...boxes.map(drawBox)].join('\n')}
</svg>
`;
}

function drawBox({ state, happens, note, kind, middle: [x, y] }: Box<string>): string {
  const [width, height] = SIZE;
  const style = [`picture-box`, kind === undefined ? '' : `picture-${kind}`, state === undefined ? 'picture-free' : ''];
  const box = `<rect class="${style.filter((name) => name !== '').join(' ')}" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8"/>`;
  const text = `<text class="picture-text${state === undefined ? ' picture-happens' : ''}" x="${x}" y="${y - 3}">${state ?? happens}</text>`;
  return `${box}${text}<text class="picture-note" x="${x}" y="${y + 16}">${note ?? ''}</text>`;
}

function drawArrow({ corners, label, at }: Arrow): string {
  const line = `<polyline class="picture-arrow" points="${corners.map((point) => point.join(',')).join(' ')}"/>`;
  const [[fromX, fromY] = [0, 0], [x, y] = [0, 0]] = corners.slice(-2);
  const [alongX, alongY] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const wing = (side: number) => `${x - 9 * alongX + side * 5 * alongY},${y - 9 * alongY + side * 5 * alongX}`;
  const head = `<polygon class="picture-head" points="${x},${y} ${wing(1)} ${wing(-1)}"/>`;
  const text = label === undefined ? '' : `<text class="picture-label" x="${at?.[0]}" y="${at?.[1]}">${label}</text>`;
  return `${line}${head}${text}`;
}
