import { alertmanager } from './alertmanager/translate-alertmanager.ts'
import { github } from './github/translate-github.ts'
import { gitlab } from './gitlab/translate-gitlab.ts'
import { grafana } from './grafana/translate-grafana.ts'
import { helloworld } from './helloworld/translate-helloworld.ts'
import type { Integration } from './integration.ts'
import { jira } from './jira/translate-jira.ts'
import { json } from './json/translate-json.ts'
import { pagerduty } from './pagerduty/translate-pagerduty.ts'
import { sentry } from './sentry/translate-sentry.ts'
import { slackIncoming } from './slack-incoming/translate-slack-incoming.ts'
import { stripe } from './stripe/translate-stripe.ts'
import { uptimerobot } from './uptimerobot/translate-uptimerobot.ts'

const all: readonly Integration[] = [
  helloworld,
  json,
  slackIncoming,
  github,
  gitlab,
  jira,
  sentry,
  grafana,
  alertmanager,
  pagerduty,
  stripe,
  uptimerobot,
]

/** Every integration by its name in the URL. A test checks that each folder is listed. */
export const integrations: ReadonlyMap<string, Integration> = new Map(all.map((item) => [item.name, item]))
