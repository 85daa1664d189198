import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '../../company/audit/record-change.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { type Contact, contactsTable } from '../../identity/contact.ts'
import { may, mayEditOnlyPersonal } from '../../identity/permissions.ts'
import { forbidden, invalidField } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { checkData, followVoicemail, ownDataOf } from '../extension-data/extension-data.ts'
import type { ExtensionDataInput } from '../extension-data/extension-data-schema.ts'
import { mergeSecrets, openSecrets, renewSecrets, sealSecrets } from '../extension-data/extension-secrets.ts'
import { mayRegister, setRegistrable } from '../pbx/registrable-phones.ts'
import type { Phones } from '../phones.ts'
import { changePbx } from './accounts/change-pbx.ts'
import { withTexts } from './create-extension.ts'
import { type Extension, extensionRow, extensionsTable, pbxAccountOf, searchColumns } from './extension.ts'
import { type FoundExtension, storedExtensionToEdit, storedExtensionToReset } from './extension-access.ts'
import { subscriberUpdated } from './extension-events.ts'
import { type ExtensionInput, extensionIdentity } from './extension-input.ts'
import {
  learnsSecrets,
  noticesOfChange,
  requireOwnCredentials,
  requireOwnMailbox,
  requirePersonalChange,
} from './extension-privacy.ts'
import type { ExtensionView } from './extension-view.ts'
import { type OutboundCallerId, wantedCallerId } from './outbound-caller-id.ts'
import { resolveLocation, resolveUser, withPresentReferences } from './resolve-references.ts'
import { showExtension } from './show-extension.ts'

/** `reset`: the server makes new credentials, and nothing else changes. */
type Manner = 'replace' | 'patch' | 'reset'

/** New credentials, which only the user and the owner see. */
export const resetCredentials = (
  phones: Phones,
  actor: Actor,
  found: FoundExtension,
): Promise<ExtensionView> => updateExtension(phones, actor, found, {}, 'reset')

/** `replace`: absent fields get their defaults, except identity and credentials. `patch`: absent fields stay. */
export async function updateExtension(
  phones: Phones,
  actor: Actor,
  found: FoundExtension,
  input: ExtensionInput,
  manner: Manner,
): Promise<ExtensionView> {
  const { clock, secrets } = phones
  const {
    instance,
    extension: { id, number },
  } = found
  let planned:
    | { stored: Extension; changed: Extension; registrable: boolean; before: ExtensionView }
    | undefined
  return changePbx(
    phones,
    { instance, numbers: [number] },
    {
      // While the PBX is updated, nobody else can change the extension.
      async check(db) {
        const access = manner === 'reset' ? storedExtensionToReset : storedExtensionToEdit
        const stored = await access(db, actor, found)
        const before = await showExtension(phones, db, actor, stored)
        if (mayEditOnlyPersonal(actor)) requirePersonalChange(personalPart(input, manner), before)
        const [changed] = await collectFaults(
          () => plan(phones, db, actor, stored, before.outbound_callerid, input, manner),
          () => checkReadOnlyFields(input, before, extensionIdentity),
        )
        planned = { stored, ...changed, before }
      },
      apply: (pbx) => {
        const { changed, registrable } = planned!
        const { secret } = openSecrets(secrets, changed.secrets_sealed)
        return setRegistrable(pbx, pbxAccountOf(changed, instance, secret), registrable)
      },
      async commit(tx) {
        const { stored, changed, registrable, before } = planned!
        const present = await withPresentReferences(tx.db, changed, registrable)
        const row = extensionRow({ ...present, updated_at: clock.now() })
        // Do not overwrite the state that the phone reports in the meantime.
        const { state: _state, call_status: _status, ...columns } = row
        await extensionsTable.update(tx.db, { company_id: stored.company_id, id }, columns)
        const now = (await extensionsTable.findBy(tx.db, {
          company_id: stored.company_id,
          id,
          instance_uuid: instance.uuid,
        }))!
        const after = await showExtension(
          phones,
          tx.db,
          actor,
          registrable ? now : await endRegistration(tx, now),
        )
        await recordChange(tx, clock, actor, { action: 'extension.updated', id, before, after })
        for (const notice of noticesOfChange(clock, actor, stored, now)) tx.announce(notice)
        return after
      },
    },
  )
}

/** A replacement would reset what the user may not change. */
function personalPart(input: ExtensionInput, manner: Manner): ExtensionInput {
  if (manner !== 'replace') return input
  throw forbidden('People change personal settings with PATCH; only owners and administrators may replace')
}

async function plan(
  { secrets }: TelephonyPlatform,
  db: TelephonyDb,
  actor: Actor,
  stored: Extension,
  shown: OutboundCallerId | null,
  input: ExtensionInput,
  manner: Manner,
): Promise<{ changed: Extension; registrable: boolean }> {
  const replace = manner === 'replace'
  const data = followVoicemail((input.data ?? {}) as ExtensionDataInput, stored.data)
  const credentials = openSecrets(secrets, stored.secrets_sealed)
  const former =
    stored.user_id === null
      ? undefined
      : await contactsTable.find(db, { company_id: stored.company_id, id: stored.user_id })
  const callerId = String(stored.data.outboundcid ?? '')
  const wantedLocation = { location_id: input.location_id ?? (replace ? undefined : stored.location_id) }
  const { company_id: companyId, instance_uuid: instanceUuid } = stored
  const [user, location, wantedId] = await collectFaults(
    async () => {
      const named = await wantedUser(db, stored, former, input, replace)
      requireOwnUser(actor, stored, data, named)
      return named
    },
    () => resolveLocation(db, companyId, instanceUuid, wantedLocation, stored.location_id),
    () => wantedCallerId(input, callerId, shown, replace ? 'replace' : 'patch'),
    () => checkNumberStays(stored, data),
    () => mergeSecrets(credentials, data),
    () => checkData(data),
  )
  // A phone of a disabled user must not be admitted again because the extension is unassigned or reassigned. And nobody
  // learns the credentials of a user by taking or giving the extension.
  const isTaken = !mayRegister(former) || learnsSecrets(actor, [former?.id, user?.id])
  const isRenewed = manner === 'reset' || (user?.id !== former?.id && isTaken)
  const wanted = isRenewed ? renewSecrets(credentials, data) : mergeSecrets(credentials, data)
  const identity = {
    number: stored.number,
    name: data.name?.trim() ?? stored.name,
    description: String(data.description ?? (replace ? '' : stored.description)),
  }
  const isCallerIdGiven = data.outboundcid !== undefined || input.outbound_callerid !== undefined
  const outboundcid = wantedId ?? (replace && !isCallerIdGiven ? '' : callerId)
  const changed = {
    ...stored,
    ...identity,
    purpose: input.purpose ?? (replace ? 'ip-phone' : stored.purpose),
    location_id: location.id,
    user_id: user?.id ?? null,
    ...searchColumns(identity, user),
    data: ownDataOf(stored.number, [stored.name, identity.name], {
      ...(replace ? data : { ...stored.data, ...data }),
      outboundcid,
    }),
    secrets_sealed: isDeepStrictEqual(wanted, credentials)
      ? stored.secrets_sealed
      : sealSecrets(secrets, wanted),
    reserved:
      !replace && input.reserved === undefined
        ? stored.reserved
        : withTexts(input.reserved, (!replace && stored.reserved) || { config_id: '', to: '' }),
  }
  requireOwnMailbox(actor, user, stored, changed.data)
  return { changed, registrable: mayRegister(user) }
}

function requireOwnUser(
  actor: Actor,
  stored: Extension,
  data: ExtensionDataInput,
  user: Contact | undefined,
): void {
  requireOwnCredentials(actor, stored.user_id, data)
  if (actor.caller.kind === 'person') requireOwnCredentials(actor, user?.id, data)
  if (stored.user_id === null || user?.id === stored.user_id) return
  if (!may(actor, 'give extensions to others', stored.user_id)) {
    throw forbidden('The extension belongs to another person')
  }
}

function checkNumberStays({ number }: Extension, data: ExtensionDataInput): void {
  for (const name of ['id', 'extension'] as const) {
    if (data[name] !== undefined && data[name] !== number) {
      throw invalidField(`/data/${name}`, 'cannot be changed: create a new extension instead')
    }
  }
}

/** Without a user, a replacement unassigns the extension, and a patch keeps its user. */
async function wantedUser(
  db: TelephonyDb,
  stored: Extension,
  former: Contact | undefined,
  input: ExtensionInput,
  replace: boolean,
): Promise<Contact | undefined> {
  const named = await resolveUser(db, stored.company_id, input)
  return named !== undefined || replace ? (named ?? undefined) : former
}

/** The PBX has ended the registration of its phone. */
async function endRegistration(tx: TelephonyTransaction, extension: Extension): Promise<Extension> {
  if (extension.state === 'UNAUTHENTICATED') return extension
  const ended: Extension = { ...extension, state: 'UNAUTHENTICATED' }
  await extensionsTable.update(tx.db, extension, { state: ended.state })
  tx.announce(subscriberUpdated(ended))
  return ended
}
