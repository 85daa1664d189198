import {
  Activity,
  Building2,
  FileClock,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Phone,
  PhoneCall,
  PhoneForwarded,
  Printer,
  Server,
  Split,
  UserRoundCheck,
  Users,
  Voicemail,
  Webhook,
} from 'lucide-react'
import type { Role } from './portal-context.ts'

export type SectionName =
  | 'overview'
  | 'company'
  | 'users'
  | 'locations'
  | 'instances'
  | 'extensions'
  | 'routing'
  | 'trunks'
  | 'calls'
  | 'voicemail'
  | 'texting'
  | 'faxes'
  | 'status'
  | 'keys'
  | 'webhooks'
  | 'audit'
  | 'events'

/** The menu shows sections of a kind together. */
export const sectionGroups = ['start', 'company', 'communication', 'administration'] as const

export interface Section {
  /** The first part of its address. */
  name: SectionName
  icon: LucideIcon
  group: (typeof sectionGroups)[number]
  ownerOnly?: true
  /** for owners and administrators */
  managersOnly?: true
}

/** In the order of the menu. */
const portalSections: readonly Section[] = [
  { name: 'overview', group: 'start', icon: LayoutDashboard },
  { name: 'company', group: 'company', icon: Building2 },
  { name: 'users', group: 'company', icon: Users },
  { name: 'locations', group: 'company', icon: MapPin },
  { name: 'instances', group: 'company', icon: Server },
  { name: 'extensions', group: 'communication', icon: Phone },
  { name: 'routing', group: 'communication', icon: Split },
  { name: 'trunks', group: 'communication', icon: PhoneForwarded, managersOnly: true },
  { name: 'calls', group: 'communication', icon: PhoneCall },
  { name: 'voicemail', group: 'communication', icon: Voicemail },
  { name: 'texting', group: 'communication', icon: MessageSquareText },
  { name: 'faxes', group: 'communication', icon: Printer },
  { name: 'status', group: 'communication', icon: UserRoundCheck },
  { name: 'keys', group: 'administration', icon: KeyRound, ownerOnly: true },
  { name: 'webhooks', group: 'administration', icon: Webhook, ownerOnly: true },
  { name: 'audit', group: 'administration', icon: FileClock, ownerOnly: true },
  { name: 'events', group: 'administration', icon: Activity },
]

/** The sections that somebody in this role may use. */
export const sectionsFor = (role: Role) =>
  portalSections.filter(
    ({ ownerOnly, managersOnly }) => role === 'owner' || !(ownerOnly || (managersOnly && role === 'user')),
  )
