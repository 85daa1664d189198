import type { Texts } from '../texts.ts'

export const topics: Texts['topics'] = {
  more: 'Weitere Aktionen',
  markRead: 'Als gelesen markieren',
  markedRead: 'Als gelesen markiert.',
  mute: 'Thema stummschalten',
  unmute: 'Thema nicht mehr stummschalten',
  follow: 'Thema folgen',
  unfollow: 'Thema nicht mehr folgen',
  nowMuted: 'Das Thema ist stummgeschaltet.',
  nowUnmuted: 'Das Thema ist nicht mehr stummgeschaltet.',
  nowFollowed: 'Sie folgen dem Thema.',
  nowNormal: 'Für das Thema gelten die Einstellungen seines Streams.',
  isMuted: 'Stummgeschaltet',
  isFollowed: 'Gefolgt',
  copyLink: 'Link kopieren',
  linkCopied: 'Der Link ist in der Zwischenablage.',
  subscribe: 'Abonnieren',
}
