import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Chat, connectChat } from '../../packages/client/src/connect-chat.ts'
import { connectTelephony } from '../../packages/client/src/connect-telephony.ts'
import { ACME_KEY, GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { buildClient, clientFolder } from '../harness/build-client.ts'
import { type ClientServer, startClientServer } from '../harness/client-server.ts'
import { freePort } from '../harness/free-port.ts'

let server: ClientServer
let ada: Chat
let bot: { BOT_EMAIL: string; BOT_KEY: string }
beforeAll(async () => {
  await buildClient()
  server = await startClientServer('SQLite')
  const apiKey = await server.keyOf('ada@example.com')
  ada = connectChat({ server: server.url, email: 'ada@example.com', apiKey })
  const { api_key: key, user_id: id } = await ada.call('POST /bots', {
    full_name: 'Helper',
    short_name: 'helper',
    bot_type: 1,
  })
  const { user } = await ada.call('GET /users/{user_id}', { user_id: String(id) })
  bot = { BOT_EMAIL: user.email, BOT_KEY: key }
  await ada.call('POST /users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [id] })
})
afterAll(() => server?.stop())

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

/** Resolves when the bot says that it listens. */
async function startBot(name: string, environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(clientFolder, 'examples', name)], {
    env: { PATH: process.env.PATH, SERVER: server.url, ...bot, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text) => String(text).includes('Listening') && resolve())
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
}

async function contentsOf(topic: string): Promise<string[]> {
  const { messages } = await ada.call('GET /messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: topic },
    ],
  })
  return messages.map(({ content }) => content)
}

describe('the example bots', () => {
  test('have about twenty lines', () => {
    for (const name of ['answer-mentions.js', 'answer-commands.js', 'report-unread-texts.js']) {
      const lines = readFileSync(join(clientFolder, 'examples', name), 'utf8')
        .trim()
        .split('\n')
      expect(lines.length, name).toBeLessThanOrEqual(30)
    }
  })

  test('answer-mentions.js answers mentions and private messages, and nothing else', async () => {
    await startBot('answer-mentions.js', {})
    const send = (topic: string, content: string) =>
      ada.call('POST /messages', { type: 'stream', to: 'general', topic, content })
    await send('idle', 'Nobody is asked.')
    await ada.call('POST /messages', { type: 'private', to: bot.BOT_EMAIL, content: 'And in private?' })
    await send('asked', '@**Helper** are you there?')
    await expect.poll(() => contentsOf('asked')).toHaveLength(2)
    expect((await contentsOf('asked'))[1]).toMatch(/^Hello @\*\*Ada Lovelace\*\*, it is 20/)
    expect(await contentsOf('idle')).toHaveLength(1)
    const { messages } = await ada.call('GET /messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'pm-with', operand: bot.BOT_EMAIL }],
    })
    expect(messages.map(({ sender_full_name }) => sender_full_name)).toEqual(['Ada Lovelace', 'Helper'])
  })

  test('answer-commands.js rolls dice for a command, and tells only the person about a wrong one', async () => {
    const port = String(await freePort())
    const { user_id: id } = await ada.call('POST /bots', {
      full_name: 'Dice',
      short_name: 'dice',
      bot_type: 3,
      payload_url: `http://127.0.0.1:${port}/`,
    })
    const { bots } = await ada.call('GET /bots')
    const token = bots.find(({ user_id }) => user_id === id)!.services[0]!.token!
    const owner = {
      OWNER_EMAIL: 'ada@example.com',
      OWNER_KEY: await server.keyOf('ada@example.com'),
      BOT_ID: String(id),
      BOT_TOKEN: token,
    }
    await startBot('answer-commands.js', { ...owner, PORT: port })
    const { bot_commands } = await ada.call('POST /register', {
      fetch_event_types: ['bot_commands'],
    })
    expect(bot_commands).toMatchObject([{ name: 'roll', bot_id: id }])
    const send = (content: string) =>
      ada.call('POST /messages', { type: 'stream', to: 'general', topic: 'dice', content })
    await send('/roll 3')
    await expect.poll(() => contentsOf('dice')).toHaveLength(2)
    expect((await contentsOf('dice'))[1]).toMatch(/^Ada Lovelace rolled \*\*[1-6], [1-6], [1-6]\*\*\.$/)
    await send('/roll 99')
    await send('@**Dice** hello')
    await expect.poll(() => contentsOf('dice')).toContain('Hello @**Ada Lovelace**, try /roll.')
    expect(await contentsOf('dice')).toHaveLength(5)
    const { messages } = await ada.call('GET /messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'pm-with', operand: [id] }],
    })
    expect(messages.map(({ content }) => content)).toEqual(['I have one to ten dice.'])
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"token":"guessed"}' })
    expect(forged.status).toBe(401)
  })

  test('report-unread-texts.js posts a text that nobody has read', async () => {
    await startBot('report-unread-texts.js', { COMPANY_KEY: ACME_KEY, MINUTES: '0' })
    const globex = connectTelephony({ server: server.url, apiKey: GLOBEX_KEY, userId: 'primary' })
    const { id } = await globex.call(
      'POST /texting/v2/conversations',
      {},
      {
        from_number: '+12025550199',
        recipients: [{ number: '+12025550101' }],
        conversation_type: 'direct',
      },
    )
    await globex.call(
      'POST /texting/v2/conversations/{conversation_id}/messages/publish',
      { conversation_id: id },
      { text: 'Call me' },
    )
    const topic = 'Text from +12025550199'
    await expect.poll(() => contentsOf(topic)).toEqual(['Unread for 0 minutes:\n> Call me'])
  })
})

test('the first example of the README runs', async () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(clientFolder, 'README.md'), 'utf8'))!
  const script = join(clientFolder, 'dist/readme-example.js')
  writeFileSync(script, code!)
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      SERVER: server.url,
      EMAIL: 'ben@example.com',
      API_KEY: await server.keyOf('ben@example.com'),
    },
  })
  expect(stdout.trim().split('\n')).toEqual([
    'Signed in as Ben Okri',
    expect.stringMatching(/^Ben Okri: /),
    expect.stringMatching(/^[A-Z_]+: /),
  ])
})
