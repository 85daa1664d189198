import type { Texts } from '../texts.ts'

export const topics: Texts['topics'] = {
  more: 'Weitere Aktionen',
  markRead: 'Als gelesen markieren',
  markedRead: 'Als gelesen markiert.',
  mute: 'Thema stummschalten',
  unmute: 'Stummschaltung aufheben',
  follow: 'Thema folgen',
  unfollow: 'Thema nicht mehr folgen',
  nowMuted: 'Thema stummgeschaltet.',
  nowUnmuted: 'Stummschaltung aufgehoben.',
  nowFollowed: 'Sie folgen dem Thema.',
  nowNormal: 'Für das Thema gelten die Einstellungen seines Streams.',
  isMuted: 'Stummgeschaltet',
  isFollowed: 'Sie folgen',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert.',
  subscribe: 'Abonnieren',
}
