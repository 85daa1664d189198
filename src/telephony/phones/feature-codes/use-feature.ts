import type { Actor } from '../../identity/actor.ts'
import { actorOfPerson } from '../../identity/actor-of-person.ts'
import { forbidden, invalidField, notFound, Problem } from '../../problem.ts'
import { updateUserStatus } from '../../status/user-status-actions.ts'
import { findUserStatuses } from '../../status/user-status-store.ts'
import { blockNumber } from '../blocking/change-blocking.ts'
import { findPhone, type OwnPhone } from '../calls/find-phone.ts'
import { type Forwarding, setForwarding } from '../calls/forwarding/set-forwarding.ts'
import { findLastCaller } from '../calls/last-caller.ts'
import { isFollowMeOn } from '../calls/plan-extension.ts'
import type { ExtensionDataInput } from '../extension-data/extension-data-schema.ts'
import { updateExtension } from '../extensions/update-extension.ts'
import type { AnnouncementName } from '../pbx/flow/announcement-names.ts'
import type { FeatureName, FeatureOutcome } from '../pbx/flow/feature-names.ts'
import type { FeatureUse } from '../pbx/pbx.ts'
import type { Phones } from '../phones.ts'
import { findRecordablePrompt, keepRecording } from './record-prompt.ts'
import { switchNightMode } from './switch-night-mode.ts'

/** Does what somebody has dialled, as the user of the phone and by the same actions as the portal. */
export async function useFeature(phones: Phones, event: FeatureUse): Promise<void> {
  event.done(await outcomeOf(phones, event))
}

async function outcomeOf(
  phones: Phones,
  { address, feature, argument, recording }: FeatureUse,
): Promise<FeatureOutcome> {
  try {
    const phone = await findPhone(phones.database.read, address)
    if (!phone) throw notFound('There is no such extension')
    const actor = await actorAt(phones, phone)
    return {
      isDone: true,
      say: await features[feature]({ phones, actor, phone, argument, recording }),
    }
  } catch (error) {
    if (error instanceof NoLastCaller) return { isDone: false, say: 'no_last_caller' }
    if (!(error instanceof Problem) || error.status >= 500) {
      phones.log.warn({ err: error, feature }, 'a feature code failed')
      return { isDone: false, say: 'unavailable' }
    }
    const isUnknown = error.status === 400 || error.status === 404
    return { isDone: false, say: isUnknown ? 'unknown_number' : 'not_permitted' }
  }
}

/** The user of the extension, with the role that they have in the portal. */
async function actorAt(phones: Phones, { extension }: OwnPhone): Promise<Actor> {
  const { company_id: companyId, user_id: contactId } = extension
  if (contactId === null) throw forbidden('The extension is assigned to nobody')
  const isAdministrator = await phones.personSessions.isAdministrator(companyId, contactId)
  const role = isAdministrator ? 'administrator' : 'user'
  return actorOfPerson(phones, { companyId, contactId, role }, undefined)
}

interface Use {
  readonly phones: Phones
  readonly actor: Actor
  readonly phone: OwnPhone
  /** the digits after the code; empty: none */
  readonly argument: string
  readonly recording: FeatureUse['recording']
}

class NoLastCaller extends Error {}

type Feature = (use: Use) => Promise<AnnouncementName>

const forwardTo =
  (calls: keyof Forwarding, heard: AnnouncementName): Feature =>
  async ({ phones, actor, phone, argument }) => {
    await setForwarding(phones, actor, phone, { [calls]: argument })
    return heard
  }

const endForwarding =
  (calls: keyof Forwarding, heard: AnnouncementName): Feature =>
  async ({ phones, actor, phone }) => {
    await setForwarding(phones, actor, phone, { [calls]: null })
    return heard
  }

/** Each returns what the person hears. */
const features: Readonly<Record<FeatureName, Feature>> = {
  forward_calls: forwardTo('number', 'forwarding_on'),
  stop_forwarding: endForwarding('number', 'forwarding_off'),
  forward_when_busy: forwardTo('busy_number', 'forwarding_busy_on'),
  stop_forwarding_when_busy: endForwarding('busy_number', 'forwarding_busy_off'),
  forward_unanswered: forwardTo('no_answer_number', 'forwarding_no_answer_on'),
  stop_forwarding_unanswered: endForwarding('no_answer_number', 'forwarding_no_answer_off'),
  async do_not_disturb({ phones, actor }) {
    await updateUserStatus(phones, actor, { main_status: { status: 'do_not_disturb' } })
    return 'do_not_disturb_on'
  },
  async end_do_not_disturb({ phones, actor }) {
    const { company, contact } = actor
    const statuses = await findUserStatuses(phones.database.read, company.id, [contact.id])
    // Another status stays.
    if (statuses.get(contact.id)?.main_status === 'do_not_disturb') {
      await updateUserStatus(phones, actor, { main_status: { status: 'available' } })
    }
    return 'do_not_disturb_off'
  },
  async follow_me({ phones, actor, phone }) {
    const isOn = isFollowMeOn(phone.data.findmefollow_enabled)
    const data: ExtensionDataInput = { findmefollow_enabled: isOn ? '' : 'yes' }
    await updateExtension(phones, actor, phone, { data }, 'patch')
    return isOn ? 'follow_me_off' : 'follow_me_on'
  },
  async night_mode({ phones, actor, phone, argument }) {
    const isNight = await switchNightMode(phones, actor, phone.instance, argument)
    return isNight ? 'night_mode_on' : 'night_mode_off'
  },
  async block_last_caller({ phones, actor, phone }) {
    const last = await findLastCaller(phones.database.read, phone.extension)
    if (last?.number === undefined) throw new NoLastCaller()
    if (!last.isOutside) throw invalidField('/number', 'is that of a colleague')
    await blockNumber(phones, actor, { number: last.number }).catch((error) => {
      // It is blocked already.
      if (!(error instanceof Problem && error.status === 409)) throw error
    })
    return 'caller_blocked'
  },
  async record_prompt({ phones, actor, phone, argument, recording }) {
    const prompt = await findRecordablePrompt(phones, actor, phone, argument)
    if (!recording) return 'speak_now'
    await keepRecording(phones, actor, prompt, recording)
    return 'recording_kept'
  },
}
