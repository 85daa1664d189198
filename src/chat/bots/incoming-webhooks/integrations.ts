import { alertmanager } from './alertmanager/translate-alertmanager.ts'
import { asana } from './asana/translate-asana.ts'
import { bitbucket } from './bitbucket/translate-bitbucket.ts'
import { circleci } from './circleci/translate-circleci.ts'
import { datadog } from './datadog/translate-datadog.ts'
import { forgejo } from './forgejo/translate-forgejo.ts'
import { gitea } from './gitea/translate-gitea.ts'
import { github } from './github/translate-github.ts'
import { gitlab } from './gitlab/translate-gitlab.ts'
import { googleCalendar } from './google-calendar/translate-google-calendar.ts'
import { grafana } from './grafana/translate-grafana.ts'
import { helloworld } from './helloworld/translate-helloworld.ts'
import { ifttt } from './ifttt/translate-ifttt.ts'
import type { Integration } from './integration.ts'
import { jenkins } from './jenkins/translate-jenkins.ts'
import { jira } from './jira/translate-jira.ts'
import { json } from './json/translate-json.ts'
import { linear } from './linear/translate-linear.ts'
import { opsgenie } from './opsgenie/translate-opsgenie.ts'
import { pagerduty } from './pagerduty/translate-pagerduty.ts'
import { sentry } from './sentry/translate-sentry.ts'
import { slackIncoming } from './slack-incoming/translate-slack-incoming.ts'
import { statuspage } from './statuspage/translate-statuspage.ts'
import { stripe } from './stripe/translate-stripe.ts'
import { trello } from './trello/translate-trello.ts'
import { uptimerobot } from './uptimerobot/translate-uptimerobot.ts'
import { wordpress } from './wordpress/translate-wordpress.ts'
import { zapier } from './zapier/translate-zapier.ts'
import { zendesk } from './zendesk/translate-zendesk.ts'

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
  bitbucket,
  gitea,
  forgejo,
  circleci,
  jenkins,
  trello,
  linear,
  asana,
  zendesk,
  zapier,
  ifttt,
  wordpress,
  datadog,
  opsgenie,
  statuspage,
  googleCalendar,
]

/** Every integration by its name in the URL. A test checks that each folder is listed. */
export const integrations: ReadonlyMap<string, Integration> = new Map(all.map((item) => [item.name, item]))
