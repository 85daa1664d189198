import type { Texts } from '../texts.ts'

export const topics: Texts['topics'] = {
  more: 'Mehr zu dieser Ansicht',
  markRead: 'Als gelesen markieren',
  markedRead: 'Als gelesen markiert.',
  mute: 'Thema stummschalten',
  unmute: 'Thema nicht mehr stummschalten',
  follow: 'Thema folgen',
  unfollow: 'Thema nicht mehr folgen',
  nowMuted: 'Das Thema ist stummgeschaltet.',
  nowUnmuted: 'Das Thema ist nicht mehr stummgeschaltet.',
  nowFollowed: 'Sie folgen dem Thema.',
  nowNormal: 'Das Thema wird wie sein Stream behandelt.',
  isMuted: 'Stummgeschaltet',
  isFollowed: 'Gefolgt',
  copyLink: 'Link hierzu kopieren',
  linkCopied: 'Der Link ist in der Zwischenablage.',
  subscribe: 'Abonnieren',
}
