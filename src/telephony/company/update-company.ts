import { type Static, Type } from '@sinclair/typebox'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import { checkReadOnlyFields } from '../http/read-only-fields.ts'
import type { Actor } from '../identity/actor.ts'
import { AddressInput, mergeAddress } from '../identity/address-schema.ts'
import { type Company, type CompanyProfile, companiesTable } from '../identity/company.ts'
import { nullable } from '../nullable.ts'
import type { TelephonyDb, TelephonyPlatform } from '../telephony-platform.ts'
import { listNewestActions } from './audit/audit-store.ts'
import { recordChange } from './audit/record-change.ts'
import { type CompanyView, companyView } from './company-view.ts'

const text = (maxLength = 500) => Type.Optional(nullable(Type.String({ maxLength })))
const email = () => Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 })))
const count = () => Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })))
const phoneNumber = () => Type.Optional(nullable(Type.String({ format: 'phone-number', maxLength: 50 })))
const unchanged = () => Type.Optional(Type.Unknown())

export const CompanyPatch = Type.Object(
  {
    id: unchanged(),
    address: Type.Optional(nullable(AddressInput)),
    affiliate: Type.Optional(Type.Boolean()),
    billing_email: email(),
    created: unchanged(),
    description: text(5000),
    email: email(),
    emergency_contact_number: phoneNumber(),
    employees: count(),
    fax: phoneNumber(),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', title: 'more than blanks' }),
    ),
    onboarding: Type.Optional(Type.Boolean()),
    partner_id: unchanged(),
    phone: phoneNumber(),
    revenue: count(),
    status: unchanged(),
    updated: unchanged(),
    website: text(500),
  },
  { additionalProperties: false },
)

/** `status` and `updated` change without the client, and are ignored. */
const identity = ['id', 'created', 'partner_id']

export async function updateCompany(
  platform: TelephonyPlatform,
  actor: Actor,
  patch: Static<typeof CompanyPatch>,
): Promise<CompanyView> {
  const { clock } = platform
  return platform.transact(actor.company.id, async (tx) => {
    // The current state, which may have changed since the request came in.
    const company = (await companiesTable.find(tx.db, { id: actor.company.id })) as Company
    const before = await companyView(tx.db, company)
    checkReadOnlyFields(patch, before, identity)
    const changed: Company = {
      ...company,
      name: patch.name?.trim() ?? company.name,
      profile: mergeProfile(company.profile, patch, await wasShown(tx.db, company, before, patch)),
      updated_at: clock.now(),
    }
    await companiesTable.update(
      tx.db,
      { id: company.id },
      {
        name: changed.name,
        profile: JSON.stringify(changed.profile),
        updated_at: changed.updated_at,
      },
    )
    const after = await companyView(tx.db, changed)
    await recordChange(tx, clock, actor, { action: 'company.updated', id: company.public_id, before, after })
    return after
  })
}

const MAX_ACTIONS = 1000

/** Whether the client was shown this count of users: some may have come or gone since it read the company. */
async function wasShown(
  db: TelephonyDb,
  { id, profile }: Company,
  { employees: now }: CompanyView,
  { employees, updated }: Static<typeof CompanyPatch>,
): Promise<boolean> {
  if (employees === now) return true
  if (employees == null || typeof updated !== 'string' || profile.employees !== null) return false
  let count = now
  for (const action of await listNewestActions(db, id, Date.parse(updated), MAX_ACTIONS)) {
    if (action === 'contact.created') count -= 1
    if (action === 'contact.deleted') count += 1
    if (count === employees) return true
  }
  return false
}

function mergeProfile(
  stored: CompanyProfile,
  patch: Static<typeof CompanyPatch>,
  isCountSentBack: boolean,
): CompanyProfile {
  const merged = { ...stored } as Record<string, unknown>
  for (const name of [
    'billing_email',
    'description',
    'email',
    'emergency_contact_number',
    'fax',
    'phone',
    'website',
  ] as const) {
    if (patch[name] !== undefined) merged[name] = patch[name] ?? ''
  }
  if (patch.affiliate !== undefined) merged.affiliate = patch.affiliate
  if (patch.onboarding !== undefined) merged.onboarding = patch.onboarding
  if (patch.revenue !== undefined) merged.revenue = patch.revenue
  // A count that is sent back stays a computed count.
  if (patch.employees !== undefined && !isCountSentBack) merged.employees = patch.employees
  if (patch.address !== undefined) merged.address = mergeAddress(stored.address, patch.address)
  return uncheckedCast(merged)
}
