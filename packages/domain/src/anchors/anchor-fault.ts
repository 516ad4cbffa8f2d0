export interface AnchorFault {
  /** The first anchor that does not match: from then on, the trails cannot be trusted. */
  number: number;
  madeAt?: string | undefined;
  partnerId?: string | undefined;
  why: string;
  /** The anchor itself matches, but does not cover anything later. */
  itselfFits?: true;
}

export function describeFault({ number, madeAt, partnerId, why, itselfFits }: AnchorFault): string {
  const of = madeAt === undefined ? '' : ` of ${madeAt}`;
  const whose = partnerId === undefined ? '' : `, partner ${partnerId}`;
  const doubted = itselfFits === true ? 'Everything after it' : 'The records that it covers, and everything after it,';
  return `Statement ${number}${of}${whose}: ${why}. ${doubted} cannot be trusted.`;
}

/** Thrown when no anchor may be signed. */
export class AnchorRefusal extends Error {
  readonly fault: AnchorFault;

  constructor(fault: AnchorFault) {
    super(describeFault(fault));
    this.name = 'AnchorRefusal';
    this.fault = fault;
  }
}
