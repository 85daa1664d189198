import type { Static } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import type { Actor } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { invalid, invalidField } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { isEmergencyNumber } from '../extension-data/emergency-numbers.ts'
import { checkData, followVoicemail, ownDataOf } from '../extension-data/extension-data.ts'
import type { ExtensionDataInput } from '../extension-data/extension-data-schema.ts'
import { newSecrets, sealSecrets } from '../extension-data/extension-secrets.ts'
import { mayRegister, setRegistrable } from '../pbx/registrable-phones.ts'
import type { Phones } from '../phones.ts'
import { changePbx } from './accounts/change-pbx.ts'
import { type Extension, extensionRow, extensionsTable, pbxAccountOf, searchColumns } from './extension.ts'
import { type NewExtension, readOnlyExtensionFields } from './extension-input.ts'
import { requireOwnCredentials, requireOwnMailbox } from './extension-privacy.ts'
import type { ExtensionView } from './extension-view.ts'
import { requireFreeNumber } from './internal-numbers.ts'
import { wantedCallerId } from './outbound-caller-id.ts'
import { resolveLocation, resolveUser, withPresentReferences } from './resolve-references.ts'
import { showExtension } from './show-extension.ts'

export type NewExtensionInput = Static<typeof NewExtension>

/** The extension exists in the PBX and in the database, or in neither. */
export async function createExtension(
  phones: Phones,
  actor: Actor,
  instance: Instance,
  input: NewExtensionInput,
): Promise<ExtensionView> {
  const { clock, database } = phones
  const place = { company_id: actor.company.id, instance_uuid: instance.uuid, number: input.data.id, id: '' }
  const [plan] = await collectFaults(
    () => planExtension(phones, actor, instance, input),
    () => requireFreeNumber(database.read, place, '/data/id'),
  )
  return changePbx(
    phones,
    { instance, numbers: [plan.extension.number] },
    {
      check: (db) => requireFreeNumber(db, plan.extension, '/data/id'),
      apply: (pbx) =>
        setRegistrable(pbx, pbxAccountOf(plan.extension, instance, plan.secret), plan.registrable),
      async commit(tx) {
        // A route may have taken the number in the meantime.
        await requireFreeNumber(tx.db, plan.extension, '/data/id')
        const extension = await withPresentReferences(tx.db, plan.extension, plan.registrable)
        await extensionsTable.insert(tx.db, extensionRow(extension))
        const after = await showExtension(phones, tx.db, actor, extension)
        await recordChange(tx, clock, actor, {
          action: 'extension.created',
          id: plan.extension.id,
          before: null,
          after,
        })
        return after
      },
    },
  )
}

export interface PlannedExtension {
  extension: Extension
  secret: string
  /** whether its phone may register */
  registrable: boolean
}

/** Makes all decisions, without side effects. */
export async function planExtension(
  { clock, database, secrets }: TelephonyPlatform,
  actor: Actor,
  instance: Instance,
  input: NewExtensionInput,
): Promise<PlannedExtension> {
  const { company } = actor
  const data = followVoicemail(input.data as ExtensionDataInput & { id: number; name: string }, {})
  const [user, location, callerId, credentials] = await collectFaults(
    () => resolveUser(database.read, company.id, input),
    async () => {
      const found = await resolveLocation(database.read, company.id, instance.uuid, input)
      checkIsNoEmergency(input.data.id, found.profile.country || company.profile.address.country)
      return found
    },
    () => wantedCallerId(input, '', null, 'replace') ?? '',
    () => newSecrets(data),
    () => checkData(data),
    () => checkGivenFields(input, instance),
  )
  const identity = { number: data.id, name: data.name.trim(), description: String(data.description ?? '') }
  const extension: Extension = {
    company_id: company.id,
    id: newObjectId(clock),
    instance_uuid: instance.uuid,
    ...identity,
    purpose: input.purpose ?? 'ip-phone',
    location_id: location.id,
    user_id: user?.id ?? null,
    ...searchColumns(identity, user ?? undefined),
    data: ownDataOf(data.id, [identity.name], {
      ...data,
      outboundcid: callerId,
    }),
    secrets_sealed: sealSecrets(secrets, credentials),
    reserved: withTexts(input.reserved, { config_id: '', to: '' }),
    calling_class: 'national',
    state: 'UNAUTHENTICATED',
    call_status: 'idle',
    created_at: clock.now(),
    updated_at: clock.now(),
  }
  if (actor.caller.kind === 'person') requireOwnCredentials(actor, extension.user_id, data)
  requireOwnMailbox(actor, user ?? undefined, undefined, extension.data)
  return { extension, secret: credentials.secret, registrable: mayRegister(user ?? undefined) }
}

function checkIsNoEmergency(number: number, country: string): void {
  if (isEmergencyNumber(number, country)) {
    throw invalidField('/data/id', `${number} is an emergency number`)
  }
}

/** Null if null or absent. Absent parts of an object come from `base`. */
export function withTexts<T extends object>(
  given: { [Key in keyof T]?: string | null } | null | undefined,
  base: T,
): T | null {
  if (given == null) return null
  return { ...base, ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? ''])) }
}

function checkGivenFields(input: NewExtensionInput, instance: Instance): void {
  const wrong = readOnlyExtensionFields.filter((name) => {
    const value = input[name as keyof NewExtensionInput]
    return value != null && !(name === 'pbx' && value === instance.uuid)
  })
  if (wrong.length > 0) {
    throw invalid(wrong.map((name) => ({ pointer: `/${name}`, detail: 'is set by the server' })))
  }
}
