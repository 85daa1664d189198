import {
  Activity,
  Asterisk,
  Building2,
  ChartColumn,
  FileClock,
  Grip,
  Headset,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Phone,
  PhoneCall,
  PhoneForwarded,
  PhoneOff,
  Printer,
  Server,
  Split,
  TabletSmartphone,
  Users,
  Voicemail,
  Webhook,
} from 'lucide-react'
import type { Role } from './portal-context.ts'
import { portalAddress } from './portal-path.ts'

export type SectionName =
  | 'overview'
  | 'calls'
  | 'voicemail'
  | 'texting'
  | 'faxes'
  | 'users'
  | 'dial'
  | 'blocked'
  | 'codes'
  | 'reports'
  | 'extensions'
  | 'devices'
  | 'routing'
  | 'queues'
  | 'trunks'
  | 'locations'
  | 'instances'
  | 'company'
  | 'keys'
  | 'webhooks'
  | 'audit'
  | 'events'

/** The menu shows sections of a kind together. */
export const sectionGroups = ['start', 'phone', 'administration'] as const

export interface Section {
  /** The first part of its address. */
  name: SectionName
  icon: LucideIcon
  group: (typeof sectionGroups)[number]
  ownerOnly?: true
  /** for owners and administrators */
  managersOnly?: true
  /** Others can open it, but it is not in their menu: they cannot change anything there. */
  isTechnical?: true
}

/** In the order of the menu: what everyone uses every day, then what is set up once. */
const portalSections: readonly Section[] = [
  { name: 'overview', group: 'start', icon: LayoutDashboard },
  { name: 'calls', group: 'phone', icon: PhoneCall },
  { name: 'voicemail', group: 'phone', icon: Voicemail },
  { name: 'texting', group: 'phone', icon: MessageSquareText },
  { name: 'faxes', group: 'phone', icon: Printer },
  { name: 'users', group: 'phone', icon: Users },
  { name: 'dial', group: 'phone', icon: Grip },
  { name: 'queues', group: 'phone', icon: Headset },
  { name: 'blocked', group: 'phone', icon: PhoneOff },
  { name: 'codes', group: 'phone', icon: Asterisk },
  { name: 'reports', group: 'phone', icon: ChartColumn, managersOnly: true },
  { name: 'extensions', group: 'administration', icon: Phone, isTechnical: true },
  { name: 'devices', group: 'administration', icon: TabletSmartphone, isTechnical: true },
  { name: 'routing', group: 'administration', icon: Split },
  { name: 'trunks', group: 'administration', icon: PhoneForwarded, managersOnly: true },
  { name: 'locations', group: 'administration', icon: MapPin, isTechnical: true },
  { name: 'instances', group: 'administration', icon: Server, isTechnical: true },
  { name: 'company', group: 'administration', icon: Building2, isTechnical: true },
  { name: 'keys', group: 'administration', icon: KeyRound, ownerOnly: true },
  { name: 'webhooks', group: 'administration', icon: Webhook, ownerOnly: true },
  { name: 'audit', group: 'administration', icon: FileClock, ownerOnly: true },
  { name: 'events', group: 'administration', icon: Activity, isTechnical: true },
]

/** Administrators of the chat read both audit logs on one page, in the organization. */
export const sectionAddress = (name: SectionName, isChatAdmin: boolean): string =>
  name === 'audit' && isChatAdmin ? '/#organization/audit-log' : portalAddress(name)

/** The sections that somebody in this role may use. */
export const sectionsFor = (role: Role) =>
  portalSections.filter(
    ({ ownerOnly, managersOnly }) => role === 'owner' || !(ownerOnly || (managersOnly && role === 'user')),
  )

/** The sections in the menu of this role. */
export const menuFor = (role: Role): readonly Section[] =>
  sectionsFor(role).filter(({ isTechnical }) => role !== 'user' || !isTechnical)
