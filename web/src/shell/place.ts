import type { LucideIcon } from 'lucide-react'

/** Somewhere to go. */
export interface Place {
  key: string
  label: string
  /** Shown in muted text after the label: the stream of a topic. */
  detail?: string | undefined
  picture: { icon: LucideIcon } | { avatar: string | null }
  address: string
  /** A page that is always there, unlike conversations. */
  isPage?: true
  /** Unread messages that are not muted. */
  unread: number
  mentions: number
  /** The newest message, as far as it is known. */
  newest: number
  /** What is likelier meant comes first among equals. */
  order: number
}
