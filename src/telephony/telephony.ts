import type { EventChannels } from './events/event-channels.ts'
import type { Faxing } from './fax/faxing.ts'
import type { Phones } from './phones/phones.ts'

/** The whole product: the objects of all districts. Made once, by create-telephony.ts. */
export interface Telephony extends Phones, Faxing, EventChannels {}
