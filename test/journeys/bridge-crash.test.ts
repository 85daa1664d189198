import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoOrganization } from '../../src/chat/demo/create-demo-organization.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { openProducts } from '../../src/server/start/open-products.ts'
import { ACME_KEY, createDemoCompanies } from '../../src/telephony/demo/create-demo-companies.ts'
import { receiveCarrierEvent } from '../../src/telephony/texting/delivery/receive-carrier-event.ts'
import { linkDemo } from '../../src/workspace/demo/link-demo.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { ApiClient } from '../harness/api-client.ts'
import { type CrashPlace, makeCrashPlace } from '../harness/crash-place.ts'
import { makePdf } from '../harness/documents.ts'
import { engines } from '../harness/engines.ts'
import { TelephonyClient } from '../harness/telephony-client.ts'
import { uploadFile } from '../harness/upload-file.ts'

const ACME = '+12025550101'
const CUSTOMER = '+12025550177'
/**
 * Of the transactions that are still to come: the text, the copy of the file, the text with it, the end of the log, the
 * reply, and what has become of it.
 */
const deaths = ['before 1', 'after 1', 'before 2', 'after 2', 'before 2', 'after 1', 'before 1']

/** No jobs run: only the process that dies carries anything. */
describe.each(engines)('killed on the bridge between chat and phones, on %s', (engine) => {
  let place: CrashPlace
  let ada: User
  beforeAll(async () => {
    place = await makeCrashPlace(engine, 'die-on-bridge')
  }, 180_000)
  afterAll(() => place?.remove())

  async function open<T>(
    work: (clients: { workspace: Workspace; chat: () => ApiClient; phones: TelephonyClient }) => Promise<T>,
  ): Promise<T> {
    const log = createLogger('silent')
    const products = await openProducts(place.config, log, systemClock, 'command')
    const app = createServer(products, log)
    const { workspace } = products
    const chat = () =>
      new ApiClient(app, { email: ada.email, key: workspace.secrets.decrypt(ada.api_key_sealed) })
    const phones = new TelephonyClient(app, { authorization: `Bearer ${ACME_KEY}`, 'x-user-id': 'primary' })
    try {
      return await work({ workspace, chat, phones })
    } finally {
      await app.close()
      await products.stop()
    }
  }

  const carryUntil = (step: string) => place.die({ step }, step === 'the end')

  it('carries each text and each reply once, with its file', async () => {
    await open(async ({ workspace, chat, phones }) => {
      ada = (await createDemoOrganization(workspace, undefined)).people.ada
      await createDemoCompanies(workspace.telephony)
      await linkDemo(workspace)
      const { stream_id: id } = (await chat().get('/get_stream_id', { stream: 'test' })).body
      await chat().put(`/workspace/numbers/${id}`, { number: ACME })
      const text = { kind: 'text', carrierId: 'one', from: CUSTOMER, to: ACME, text: 'A question.' } as const
      await receiveCarrierEvent(workspace.telephony, text)
      const { body: opened } = await phones.post('/texting/conversations', {
        from_number: ACME,
        recipients: [{ number: CUSTOMER }],
      })
      const map = await uploadFile(phones, makePdf(1), 'map.pdf')
      const published = { text: 'The way.', files: [map.id] }
      await phones.post(`/texting/conversations/${opened.id}/messages/publish`, published)
      const { body } = await chat().upload('/user_uploads', { file: { bytes: makePdf(2), name: 'plan.pdf' } })
      const content = `An answer. [plan.pdf](${body.uri})`
      await chat().post('/messages', { type: 'stream', to: 'test', topic: CUSTOMER, content })
    })
    for (const step of deaths) await carryUntil(step)
    await carryUntil('the end')
    await open(async ({ chat, phones }) => {
      const narrow = [{ operator: 'stream', operand: 'test' }]
      const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false }
      const { messages } = (await chat().get('/messages', page)).body
      const inStream = (part: string) =>
        messages.filter(({ content }: { content: string }) => content.includes(part)).length
      expect(['A question.', 'The way.', 'An answer.', 'map.pdf'].map(inStream)).toEqual([1, 1, 1, 1])
      const { body: conversations } = await phones.get('/texting/conversations')
      const { body: texts } = await phones.get(`/texting/conversations/${conversations[0].id}/messages`)
      expect(texts.map((one: { text: string }) => one.text).sort()).toEqual([
        'A question.',
        'An answer.',
        'The way.',
      ])
      const { body: files } = await phones.get('/files')
      expect(files.map((one: { name: string }) => one.name).sort()).toEqual(['map.pdf', 'plan.pdf'])
    })
  }, 180_000)
})
