import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyWebhook } from '../../../src/platform/secrets/webhook-signature.ts'
import { type BotService, startBotService } from '../../harness/bot-service.ts'
import { engines } from '../../harness/engines.ts'
import { entriesOf } from '../../harness/outbox-entries.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const soon = { timeout: 40_000, interval: 20 }

const deploy = { name: 'deploy', description: 'Deploys a version', parameters: 'environment [version]' }

describe.each(engines)('Slash commands on %s', (engine) => {
  let world: World
  let service: BotService
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    service = await startBotService()
    id = await newBot('oracle')
  })
  beforeEach(async () => {
    service.calls.length = 0
    service.answerWith(200)
    await put(id, [deploy])
  })
  afterAll(async () => {
    await service.stop()
    await world.stop()
  })

  async function newBot(short_name: string, bot_type = 3) {
    const bot = { full_name: short_name, short_name, bot_type, payload_url: service.url }
    return (await world.cleo.post('/bots', bot)).body.user_id as number
  }
  const put = (bot: number, commands: object[], who = world.cleo) =>
    who.put(`/bots/${bot}/commands`, { commands })
  const say = (content: string, who = world.ben, to = 'test') =>
    who.post('/messages', { type: 'stream', to, topic: 'ops', content })
  const done = () =>
    vi.waitFor(async () => expect(await entriesOf(world.chat.database, 'outgoing_webhook')).toEqual([]), soon)
  const posts = async () => {
    await done()
    return service.calls.map(({ body }) => JSON.parse(body))
  }

  it('a message that begins with a command calls its bot, signed, which replies there', async () => {
    const watching = await watch(world.ada, ['message'])
    service.answerWith(200, { content: 'Deployed **1.8** to prod.' })
    await say('/Deploy prod  1.8\nplease')
    const [post] = await posts()
    expect(post).toMatchObject({
      trigger: 'slash_command',
      command: { name: 'deploy', arguments: 'prod  1.8\nplease' },
      data: '/Deploy prod  1.8\nplease',
      message: { display_recipient: 'test', subject: 'ops', sender_email: 'ben@example.com' },
    })
    const { webhook_secret: secret } = (await world.cleo.get(`/bots/${id}/webhook_secret`)).body
    expect(() => verifyWebhook(service.calls[0]!, secret, world.clock.now())).not.toThrow()
    expect((await watching.news()).map(({ message }) => [message.sender_id, message.content])).toEqual([
      [expect.any(Number), '/Deploy prod  1.8\nplease'],
      [id, 'Deployed **1.8** to prod.'],
    ])
  })

  it('an ephemeral reply reaches only the person who typed', async () => {
    const [ben, ada] = [await watch(world.ben, ['message']), await watch(world.ada, ['message'])]
    service.answerWith(200, { content: 'You may not.', response_type: 'ephemeral' })
    await say('/deploy prod')
    await done()
    expect((await ben.news()).map(({ message }) => [message.type, message.content])).toEqual([
      ['stream', '/deploy prod'],
      ['private', 'You may not.'],
    ])
    expect((await ada.news()).map(({ message }) => message.content)).toEqual(['/deploy prod'])
  })

  it('the Slack format has the command and its text', async () => {
    await world.cleo.patch(`/bots/${id}`, { service_interface: 2 })
    await say('/deploy prod 1.8')
    await done()
    const form = new URLSearchParams(service.calls[0]!.body)
    expect([form.get('command'), form.get('text')]).toEqual(['/deploy', 'prod 1.8'])
    await world.cleo.patch(`/bots/${id}`, { service_interface: 1 })
  })

  it('called once, though mentioned too', async () => {
    await say('/deploy @**oracle** prod')
    expect(await posts()).toMatchObject([{ trigger: 'slash_command' }])
  })

  it('not called | other words, other places in the text, bots', async () => {
    for (const content of ['/deployed', '/deploy/prod', 'please /deploy', '/destroy', '/', '/me deploys'])
      await say(content)
    await say('/deploy prod', world.echoBot)
    expect(await posts()).toEqual([])
  })

  it('not called | where neither the bot nor its owner can read', async () => {
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
    })
    expect((await say('/deploy prod', world.ada, 'vault')).status).toBe(200)
    const direct = { type: 'private', to: ['ada@example.com'], content: '/deploy prod' }
    expect((await world.ben.post('/messages', direct)).status).toBe(200)
    expect(await posts()).toEqual([])
  })

  it('in a direct conversation with the bot: called, and its reply is there', async () => {
    const direct = { type: 'private', to: [id], content: '/deploy prod' }
    service.answerWith(200, { content: 'Done.' })
    const watching = await watch(world.ben, ['message'])
    await world.ben.post('/messages', direct)
    expect(await posts()).toMatchObject([{ trigger: 'slash_command', command: { name: 'deploy' } }])
    expect((await watching.news()).map(({ message }) => message.content)).toEqual(['/deploy prod', 'Done.'])
  })

  it('everyone has the list in register, and gets the new one', async () => {
    const command = { ...deploy, bot_id: id }
    for (const who of [world.ada, world.gus]) {
      const { body } = await who.post('/register', { fetch_event_types: ['bot_commands'] })
      expect(body.bot_commands).toEqual([command])
    }
    const watching = await watch(world.gus, ['bot_commands'])
    const { body } = await put(id, [deploy, { name: '/Status' }])
    const status = { name: 'status', description: '', parameters: '', bot_id: id }
    expect(body.commands).toEqual([command, status])
    expect(await watching.news()).toMatchObject([{ type: 'bot_commands', bot_commands: [command, status] }])
    await put(id, [deploy, { name: 'status' }])
    expect(await watching.news(), 'nothing changed').toEqual([])
    await put(id, [])
    expect(await watching.news()).toMatchObject([{ bot_commands: [] }])
  })

  it('a deactivated bot has no commands, and their names are free', async () => {
    const other = await newBot('short-lived')
    await put(other, [{ name: 'status' }])
    const taken = await put(id, [{ name: 'status' }])
    expect(taken.body.msg).toBe('The command /status belongs to another bot')
    const watching = await watch(world.ben, ['bot_commands'])
    await world.cleo.delete(`/bots/${other}`)
    expect(await watching.news()).toMatchObject([{ bot_commands: [{ name: 'deploy' }] }])
    expect((await put(id, [{ name: 'status' }])).status).toBe(200)
  })

  it('bad lists are refused, and change nothing', async () => {
    const refused = async (commands: object[], words: RegExp) => {
      const { status, body } = await put(id, commands)
      expect([status, body.msg]).toEqual([400, expect.stringMatching(words)])
    }
    await refused([{ name: 'me' }], /^Invalid command name 'me'/)
    await refused([{ name: 'two words' }], /^Invalid command name/)
    await refused([{ name: 'a' }, { name: '/A' }], /^The command \/a occurs twice$/)
    await refused([{ name: 'x'.repeat(40) }], /^Invalid command name 'xx.*up to 30 letters/)
    await refused([{ name: 'a', parameters: 'x'.repeat(101) }], /^What follows \/a must have at most 100/)
    await refused(
      [{ name: 'a', description: 'x'.repeat(201) }],
      /^The description of \/a must have at most 200/,
    )
    expect((await put(id, [{ name: 'me' }])).body.var_name, 'so that forms can show where').toBe('commands')
    expect((await put(id, [{ name: 'mine' }], world.ben)).status).toBe(400)
    const generic = await newBot('generic', 1)
    expect((await put(generic, [deploy])).body.msg).toBe('Only outgoing webhook bots have slash commands')
    const { body } = await world.ben.post('/register', { fetch_event_types: ['bot_commands'] })
    expect(body.bot_commands).toEqual([{ ...deploy, bot_id: id }])
  })
})
