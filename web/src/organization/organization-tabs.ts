import {
  Blocks,
  Bot,
  FileDown,
  Hash,
  Link2,
  type LucideIcon,
  MailPlus,
  Settings2,
  Smartphone,
  Smile,
  TextCursorInput,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Texts } from '../texts/texts.ts'
import { BotsTab } from './bots/bots-tab.tsx'
import { EmojiTab } from './emoji/emoji-tab.tsx'
import { ExportsTab } from './exports/exports-tab.tsx'
import { IntegrationsTab } from './integrations/integrations-tab.tsx'
import { InvitationsTab } from './invitations/invitations-tab.tsx'
import { LinkifiersTab } from './linkifiers/linkifiers-tab.tsx'
import { NumbersTab } from './numbers/numbers-tab.tsx'
import { PeopleTab } from './people/people-tab.tsx'
import { ProfileFieldsTab } from './profile-fields/profile-fields-tab.tsx'
import { SettingsTab } from './realm-settings/settings-tab.tsx'
import { StreamsTab } from './streams/streams-tab.tsx'

export interface OrganizationTab {
  /** in the address */
  id: keyof Texts['organization']['tabs']
  Icon: LucideIcon
  adminsOnly?: true
  /** `path`: what follows in the address */
  View: ComponentType<{ path: readonly string[] }>
}

export const organizationTabs: readonly OrganizationTab[] = [
  { id: 'settings', Icon: Settings2, adminsOnly: true, View: SettingsTab },
  { id: 'people', Icon: Users, View: PeopleTab },
  { id: 'invitations', Icon: MailPlus, View: InvitationsTab },
  { id: 'bots', Icon: Bot, adminsOnly: true, View: BotsTab },
  { id: 'streams', Icon: Hash, adminsOnly: true, View: StreamsTab },
  { id: 'numbers', Icon: Smartphone, adminsOnly: true, View: NumbersTab },
  { id: 'emoji', Icon: Smile, View: EmojiTab },
  { id: 'profile-fields', Icon: TextCursorInput, adminsOnly: true, View: ProfileFieldsTab },
  { id: 'linkifiers', Icon: Link2, View: LinkifiersTab },
  { id: 'integrations', Icon: Blocks, View: IntegrationsTab },
  { id: 'exports', Icon: FileDown, adminsOnly: true, View: ExportsTab },
]
