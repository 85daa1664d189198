import { isIP } from 'node:net'
import { type Static, Type } from '@sinclair/typebox'
import { isPublicAddress } from '../../../platform/outgoing/public-address.ts'
import type { Company } from '../../identity/company.ts'
import { nullable } from '../../nullable.ts'
import { type Fault, invalid } from '../../problem.ts'
import type { TelephonyConfig } from '../../telephony-config.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { findPhoneNumber } from '../numbers/read-phone-number.ts'
import { listTextingNumbers } from '../numbers/texting-number-store.ts'
import type { CompanyCarriersTable } from './company-carriers-table.ts'

/** Visible ASCII, as SMPP has it. */
const ascii = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$', description })

/** What the server sets is ignored, so that clients can send the whole object back. */
const ignored = Type.Optional(Type.Unknown())

export const CarrierInput = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 253,
      pattern: '^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]+)$',
      description: "A name or an address, not inside the server's own network.",
    }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: 2775 })),
    system_id: ascii(64, 'The name of the account.'),
    password: Type.Optional(
      ascii(64, 'Stays if absent, unless the host, the port or the account changes. It is never shown.'),
    ),
    tls: Type.Optional(Type.Boolean({ default: false })),
    numbers: Type.Optional(
      nullable(Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 1000 })),
    ),
    id: ignored,
    company: ignored,
    state: ignored,
    problem: ignored,
    state_at: ignored,
    created_at: ignored,
    updated_at: ignored,
  },
  { additionalProperties: false },
)

export type CarrierWishes = Static<typeof CarrierInput>

/** Whether texts leave through the same account as before. */
export const isSameAccount = (
  stored: CompanyCarriersTable,
  { host, port = 2775, system_id }: CarrierWishes,
) => stored.host === host && stored.port === port && stored.system_id === system_id

/** Checks what the schema cannot, and returns the numbers in E.164. Host names are resolved only to connect. */
export async function checkCarrierInput(
  db: TelephonyDb,
  config: Pick<TelephonyConfig, 'webhooksToPrivateNetworks'>,
  company: Company,
  stored: CompanyCarriersTable | undefined,
  input: CarrierWishes,
): Promise<string[] | null> {
  const faults: Fault[] = []
  if (!config.webhooksToPrivateNetworks && isIP(input.host) !== 0 && !isPublicAddress(input.host)) {
    faults.push({ pointer: '/host', detail: "must not be inside the server's own network" })
  }
  // Otherwise somebody could have the password sent to a host of their own.
  if (input.password === undefined && !(stored && isSameAccount(stored, input))) {
    faults.push({ pointer: '/password', detail: 'is required for a new host, port or account' })
  }
  const own = new Set((await listTextingNumbers(db, company.id, undefined)).map(({ number }) => number))
  const numbers = input.numbers?.map((text, index) => {
    const number = findPhoneNumber(company, text)
    if (number === undefined || !own.has(number)) {
      faults.push({ pointer: `/numbers/${index}`, detail: 'must be a number of the organization' })
    }
    return number ?? text
  })
  if (faults.length > 0) throw invalid(faults)
  return numbers ? [...new Set(numbers)] : null
}
