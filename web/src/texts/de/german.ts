import type { Texts } from '../texts.ts'
import { actions } from './actions.ts'
import { bots } from './bots.ts'
import { compose } from './compose.ts'
import { emoji } from './emoji.ts'
import { inbox } from './inbox.ts'
import { integrations } from './integrations.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { organization } from './organization.ts'
import { people } from './people.ts'
import { reminders } from './reminders.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { shortcuts } from './shortcuts.ts'
import { sidebar } from './sidebar.ts'
import { signIn } from './sign-in.ts'
import { softphone } from './softphone.ts'
import { streams } from './streams.ts'
import { switcher } from './switcher.ts'
import { topics } from './topics.ts'
import { ui } from './ui.ts'
import { welcome } from './welcome.ts'

export const german: Texts = {
  ui,
  shell,
  softphone,
  signIn,
  welcome,
  sidebar,
  inbox,
  reminders,
  switcher,
  people,
  topics,
  messages,
  actions,
  compose,
  emoji,
  search,
  shortcuts,
  streams,
  notifications,
  settings,
  bots,
  organization,
  integrations,
}
