import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fixture, Integration } from '../../../src/chat/bots/incoming-webhooks/integration.ts'
import { integrations } from '../../../src/chat/bots/incoming-webhooks/integrations.ts'
import { translateFixture } from '../../../src/chat/bots/incoming-webhooks/write-guide.ts'
import { encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const clients: Record<string, string> = {
  helloworld: 'ZulipHelloWorldWebhook',
  json: 'ZulipJSONWebhook',
  slack_incoming: 'ZulipSlackIncomingWebhook',
  github: 'ZulipGitHubWebhook',
  gitlab: 'ZulipGitLabWebhook',
  jira: 'ZulipJiraWebhook',
  sentry: 'ZulipSentryWebhook',
  grafana: 'ZulipGrafanaWebhook',
  alertmanager: 'ZulipAlertmanagerWebhook',
  pagerduty: 'ZulipPagerDutyWebhook',
  stripe: 'ZulipStripeWebhook',
  uptimerobot: 'ZulipUptimeRobotWebhook',
  bitbucket: 'ZulipBitbucketWebhook',
  gitea: 'ZulipGiteaWebhook',
  forgejo: 'ZulipForgejoWebhook',
  circleci: 'ZulipCircleCIWebhook',
  jenkins: 'ZulipJenkinsWebhook',
  trello: 'ZulipTrelloWebhook',
  linear: 'ZulipLinearWebhook',
  asana: 'ZulipAsanaWebhook',
  zendesk: 'ZulipZendeskWebhook',
  zapier: 'ZulipZapierWebhook',
  ifttt: 'ZulipIFTTTWebhook',
  wordpress: 'ZulipWordPressWebhook',
  datadog: 'ZulipDatadogWebhook',
  opsgenie: 'ZulipOpsgenieWebhook',
  statuspage: 'ZulipStatuspageWebhook',
  google_calendar: 'ZulipGoogleCalendarWebhook',
}

describe.each(engines)('Incoming webhooks on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const call = (integration: Integration, fixture: Fixture, query: Record<string, unknown> = {}) =>
    world.nobody.raw({
      method: 'POST',
      url: `/external/${integration.name}?${encode({ api_key: world.hookBot.credentials!.key, stream: 'test', ...fixture.options, ...query })}`,
      payload: JSON.stringify(fixture.body),
      headers: { 'content-type': 'application/json', ...fixture.headers },
    })

  it.each([...integrations.keys()])('every fixture of %s makes its messages', async (name) => {
    const integration = integrations.get(name)!
    const ben = await watch(world.ben, ['message'])
    const expected: object[] = []
    for (const fixture of await integration.fixtures()) {
      const { status, body } = await call(integration, fixture)
      expect(body, fixture.about).toEqual({ result: 'success', msg: '' })
      expect(status).toBe(200)
      for (const { topic, content } of translateFixture(integration, fixture)) {
        const subject = [...topic].length > 60 ? `${[...topic].slice(0, 57).join('')}...` : topic
        expected.push({ message: { subject, content, client: clients[name], display_recipient: 'test' } })
      }
    }
    expect(expected.length).toBeGreaterThan(0)
    expect(await ben.news()).toMatchObject(expected)
  })

  it('topic | instead of that of the integration, for all messages of a call', async () => {
    const pagerduty = integrations.get('pagerduty')!
    const fixture = (await pagerduty.fixtures()).find(({ about }) => about.includes('version 2'))!
    const ben = await watch(world.ben, ['message'])
    await call(pagerduty, fixture, { topic: 'on call' })
    expect(await ben.news()).toMatchObject([
      { message: { subject: 'on call' } },
      { message: { subject: 'on call' } },
    ])
  })

  it('register | realm_incoming_webhook_bots lists every integration', async () => {
    const { body } = await world.ada.post('/register', { fetch_event_types: ['realm_incoming_webhook_bots'] })
    expect(body.realm_incoming_webhook_bots.map((bot: { name: string }) => bot.name)).toEqual([
      ...integrations.keys(),
    ])
    expect(body.realm_incoming_webhook_bots).toContainEqual({
      name: 'github',
      display_name: 'GitHub',
      config: {},
    })
  })
})
