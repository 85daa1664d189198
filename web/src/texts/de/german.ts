import type { Texts } from '../texts.ts'
import { actions } from './actions.ts'
import { bots } from './bots.ts'
import { compose } from './compose.ts'
import { emoji } from './emoji.ts'
import { integrations } from './integrations.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { organization } from './organization.ts'
import { people } from './people.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shortcuts } from './shortcuts.ts'
import { sidebar } from './sidebar.ts'
import { signIn } from './sign-in.ts'
import { streams } from './streams.ts'
import { topics } from './topics.ts'
import { ui } from './ui.ts'

export const german: Texts = {
  ui,
  signIn,
  sidebar,
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
