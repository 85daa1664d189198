import smpp from 'smpp'

// The package decodes texts before we see the PDU, and takes data coding 1 (ASCII) as the GSM alphabet:
// '@', '$' and '_' would arrive as other characters. Texts stay bytes; read-delivery.ts reads them.
smpp.filters.message.decode = (value) => value

/** The package `smpp` with texts left as bytes. */
export const rawSmpp = smpp

const names = new Map(Object.entries(smpp.errors).map(([name, status]) => [status, name]))

/** `ESME_RTHROTTLED` for 0x58; vendors' own numbers stay numbers. */
export function statusName(status: number): string {
  return names.get(status) ?? `0x${status.toString(16).padStart(8, '0')}`
}
