import { outsideName } from '../../chat/messages/sending/outside-text.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { TelephonyEvent, TelephonyEventType } from '../../telephony/telephony-event-map.ts'
import type { Crossing, Effect, EffectOf } from './crossing.ts'
import { faxNotice } from './fax-notice.ts'
import { markDelivery } from './mark-delivery.ts'
import { missedCallNotice } from './missed-call-notice.ts'
import { notify } from './notify-people.ts'
import { postText } from './post-text.ts'
import { showCall } from './show-call.ts'
import { voicemailNotice } from './voicemail-notice.ts'

/** What each event of the telephony does to the chat. */
const effects: { [Type in TelephonyEventType]?: EffectOf<Type> } = {
  'texting.message.new': postText,
  'texting.message.updated': markDelivery,
  'fax.message.new': notify(faxNotice),
  'call.ended': notify(missedCallNotice),
  'voicemail.message.new': notify(voicemailNotice),
  changed: showCall,
  'user.notice': notify(async (_crossing, { user_id: id, text }) => ({
    contacts: [id],
    content: outsideName(text),
  })),
}

export async function effectOf(crossing: Crossing, event: TelephonyEvent): Promise<Effect | undefined> {
  const prepare: EffectOf<TelephonyEventType> | undefined = uncheckedCast(effects[event.type])
  return prepare?.(crossing, event)
}
