import { Type } from '@sinclair/typebox'
import { type Clock, secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import { json } from '../../http/parameter.ts'

/** The end of the year 9999. */
const LATEST = 253_402_300_799

export const deliveryTime = json('When, as a UNIX time in seconds.', Type.Integer({ maximum: LATEST }))

export function checkDeliveryTime(clock: Clock, time: number): void {
  if (time <= secondsOf(clock)) throw badRequest('Scheduled delivery time must be in the future.')
}
