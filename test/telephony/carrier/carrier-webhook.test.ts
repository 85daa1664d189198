import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { WebhookRefused } from '../../../src/platform/secrets/webhook-signature.ts'
import { readCarrierWebhook } from '../../../src/telephony/texting/carriers/read-carrier-webhook.ts'
import {
  signCarrierWebhook,
  verifyCarrierWebhook,
} from '../../../src/telephony/texting/delivery/carrier-webhook-routes.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`
const other = `whsec_${Buffer.from('another secret').toString('base64')}`
const now = 1_800_000_000_500
const body = '{"type":"text.received","text":"Grüße"}'
const headers = { ...signCarrierWebhook('msg_1', body, secret, now) }

describe('the signature of a webhook', () => {
  it('is the HMAC of id, time and body', () => {
    const key = 'a secret of thirty-two bytes ....'
    const expected = createHmac('sha256', key).update(`msg_1.1800000000.${body}`).digest('base64')
    expect(headers).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1800000000',
      'webhook-signature': `v1,${expected}`,
    })
  })

  it('is accepted for text and for bytes, within five minutes', () => {
    for (const given of [body, Buffer.from(body)])
      for (const when of [now, now + 299_000, now - 299_000])
        expect(() => verifyCarrierWebhook({ headers, body: given }, secret, when)).not.toThrow()
  })

  it('one of several is enough', () => {
    const wrong = signCarrierWebhook('msg_1', body, other, now)['webhook-signature']
    const several = { ...headers, 'webhook-signature': `v1a,AAAA ${wrong} ${headers['webhook-signature']}` }
    expect(() => verifyCarrierWebhook({ headers: several, body }, secret, now)).not.toThrow()
  })

  it.each([
    ['another body', {}, `${body} `, now, 'webhook-signature does not match'],
    ['another id', { 'webhook-id': 'msg_2' }, body, now, 'webhook-signature does not match'],
    ['another time', { 'webhook-timestamp': '1800000001' }, body, now, 'webhook-signature does not match'],
    ['an old one', {}, body, now + 301_000, 'webhook-timestamp is too old or in the future'],
    ['one from the future', {}, body, now - 301_000, 'webhook-timestamp is too old or in the future'],
    ['no time', { 'webhook-timestamp': 'NaN' }, body, now, 'webhook-timestamp is not a number of seconds'],
    ['no signature', { 'webhook-signature': undefined }, body, now, 'webhook-signature is missing'],
    ['no id', { 'webhook-id': '' }, body, now, 'webhook-id is missing'],
    ['an empty one', { 'webhook-signature': 'v1,' }, body, now, 'webhook-signature does not match'],
    ['another kind', { 'webhook-signature': 'v2,AAAA' }, body, now, 'webhook-signature does not match'],
    ['a list', { 'webhook-id': ['a', 'b'] }, body, now, 'webhook-id is missing'],
  ])('%s is refused', (_name, change, given, when, complaint) => {
    const verify = () =>
      verifyCarrierWebhook({ headers: { ...headers, ...change }, body: given }, secret, when)
    expect(verify).toThrow(WebhookRefused)
    expect(verify).toThrow(complaint)
  })

  it('of another secret is refused, and a secret that is none is never used', () => {
    expect(() => verifyCarrierWebhook({ headers, body }, other, now)).toThrow(WebhookRefused)
    for (const bad of ['', 'whsec_', 'plain'])
      expect(() => signCarrierWebhook('msg_1', body, bad, now)).toThrow('must be whsec_ followed by base64')
  })
})

describe('what a webhook says', () => {
  const received = { type: 'text.received', id: 'in-1', from: '+12025550101', to: '8586881740', text: 'hi' }
  const status = { type: 'text.status', id: 'out-1', status: 'failed' }

  it('a text has sender, recipient and words', () => {
    const event = { kind: 'text', carrierId: 'in-1', from: '+12025550101', to: '+18586881740', text: 'hi' }
    expect(readCarrierWebhook(received)).toEqual(event)
    expect(readCarrierWebhook({ ...received, from: '72345' })).toEqual({ ...event, from: '72345' })
  })

  it('a status, with or without an error', () => {
    const event = {
      kind: 'receipt',
      carrierId: 'out-1',
      status: 'failed',
      errorCode: null,
      errorMessage: null,
    }
    expect(readCarrierWebhook(status)).toEqual(event)
    const error = { error_code: 30_005, error_message: 'Unknown handset' }
    expect(readCarrierWebhook({ ...status, ...error })).toEqual({
      ...event,
      errorCode: '30005',
      errorMessage: 'Unknown handset',
    })
  })

  it.each([
    [null, undefined],
    [[], undefined],
    ['text', undefined],
    [{}, 'type'],
    [{ ...received, type: 'text.sent' }, 'type'],
    [{ ...received, id: '' }, 'id'],
    [{ ...received, id: 7 }, 'id'],
    [{ ...received, id: 'x'.repeat(201) }, 'id'],
    [{ ...received, from: undefined }, 'from'],
    [{ ...received, to: 'nobody' }, 'to'],
    [{ ...received, text: null }, 'text'],
    [{ ...received, text: 'a\0b' }, 'text'],
    [{ ...received, text: 'x'.repeat(16_001) }, 'text'],
    [{ ...status, status: 'lost' }, 'status'],
    [{ ...status, id: undefined }, 'id'],
    [{ ...status, error_code: {} }, 'error_code'],
    [{ ...status, error_message: 'x'.repeat(1001) }, 'error_message'],
  ])('%j is refused, naming %s', (given, field) => {
    expect(() => readCarrierWebhook(given)).toThrow(
      expect.objectContaining({ field, message: expect.stringContaining(field ?? 'JSON object') }),
    )
  })
})
