import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import { createUser } from '../accounts/create-user.ts'
import { keepUpload } from '../files/uploads/keep-upload.ts'
import { markAllAsRead } from '../history/read-state/mark-as-read.ts'
import type { Actor } from '../identity/users/user.ts'
import { addSubscriptions } from '../membership/add-subscriptions.ts'
import type { Messages } from '../messages/messages.ts'
import { addReaction } from '../messages/reactions/change-reaction.ts'
import { sendMessage } from '../messages/sending/send-message.ts'
import { setAvatar } from '../people/avatars/set-avatar.ts'
import { reportPresence } from '../people/presence/report-presence.ts'
import type { DemoOrganization } from './create-demo-organization.ts'
import { type DemoMessage, type DemoPerson, demoConversations } from './demo-conversations.ts'
import { drawDemoFace } from './demo-faces.ts'

/** A picture for the demo: orders per week, PNG. */
const demoChart = Buffer.from(
  `
iVBORw0KGgoAAAANSUhEUgAAAoAAAAFoCAMAAADw7LpjAAAJMmlDQ1BkZWZhdWx0X3JnYi5pY2MAAEiJlZVnUJNZF8fv8zzphUASQodQ
Q5EqJYCUEFoo0quoQOidUEVsiLgCK4qINEWQRQEXXJUia0UUC4uCAhZ0gywCyrpxFVFBWXDfGZ33HT+8/5l7z2/+c+bec8/5cAEgiINl
wct7YlK6wNvJjhkYFMwE3yiMn5bC8fR0A9/VuxEArcR7ut/P+a4IEZFp/OW4uLxy+SmCdACg7GXWzEpPWeGjy0wPj//CZ1dYsFzgMt9Y
4eh/eexLzr8s+pLj681dfhUKABwp+hsO/4b/c++KVDiC9NioyGymT3JUelaYIJKZttIJHpfL9BQkR8UmRH5T8P+V/B2lR2anr0Rucsom
QWx0TDrzfw41MjA0BF9n8cbrS48hRv9/z2dFX73kegDYcwAg+7564ZUAdO4CQPrRV09tua+UfAA67vAzBJn/eqiVDQ0IgALoQAYoAlWg
CXSBETADlsAWOAAX4AF8QRDYAPggBiQCAcgCuWAHKABFYB84CKpALWgATaAVnAad4Dy4Aq6D2+AuGAaPgRBMgpdABN6BBQiCsBAZokEy
kBKkDulARhAbsoYcIDfIGwqCQqFoKAnKgHKhnVARVApVQXVQE/QLdA66At2EBqGH0Dg0A/0NfYQRmATTYQVYA9aH2TAHdoV94fVwNJwK
58D58F64Aq6HT8Id8BX4NjwMC+GX8BwCECLCQJQRXYSNcBEPJBiJQgTIVqQQKUfqkVakG+lD7iFCZBb5gMKgaCgmShdliXJG+aH4qFTU
VlQxqgp1AtWB6kXdQ42jRKjPaDJaHq2DtkDz0IHoaHQWugBdjm5Et6OvoYfRk+h3GAyGgWFhzDDOmCBMHGYzphhzGNOGuYwZxExg5rBY
rAxWB2uF9cCGYdOxBdhK7EnsJewQdhL7HkfEKeGMcI64YFwSLg9XjmvGXcQN4aZwC3hxvDreAu+Bj8BvwpfgG/Dd+Dv4SfwCQYLAIlgR
fAlxhB2ECkIr4RphjPCGSCSqEM2JXsRY4nZiBfEU8QZxnPiBRCVpk7ikEFIGaS/pOOky6SHpDZlM1iDbkoPJ6eS95CbyVfJT8nsxmpie
GE8sQmybWLVYh9iQ2CsKnqJO4VA2UHIo5ZQzlDuUWXG8uIY4VzxMfKt4tfg58VHxOQmahKGEh0SiRLFEs8RNiWkqlqpBdaBGUPOpx6hX
qRM0hKZK49L4tJ20Bto12iQdQ2fRefQ4ehH9Z/oAXSRJlTSW9JfMlqyWvCApZCAMDQaPkcAoYZxmjDA+SilIcaQipfZItUoNSc1Ly0nb
SkdKF0q3SQ9Lf5RhyjjIxMvsl+mUeSKLktWW9ZLNkj0ie012Vo4uZynHlyuUOy33SB6W15b3lt8sf0y+X35OQVHBSSFFoVLhqsKsIkPR
VjFOsUzxouKMEk3JWilWqUzpktILpiSTw0xgVjB7mSJleWVn5QzlOuUB5QUVloqfSp5Km8oTVYIqWzVKtUy1R1WkpqTmrpar1qL2SB2v
zlaPUT+k3qc+r8HSCNDYrdGpMc2SZvFYOawW1pgmWdNGM1WzXvO+FkaLrRWvdVjrrjasbaIdo12tfUcH1jHVidU5rDO4Cr3KfFXSqvpV
o7okXY5upm6L7rgeQ89NL0+vU++Vvpp+sP5+/T79zwYmBgkGDQaPDamGLoZ5ht2GfxtpG/GNqo3uryavdly9bXXX6tfGOsaRxkeMH5jQ
TNxNdpv0mHwyNTMVmLaazpipmYWa1ZiNsulsT3Yx+4Y52tzOfJv5efMPFqYW6RanLf6y1LWMt2y2nF7DWhO5pmHNhJWKVZhVnZXQmmkd
an3UWmijbBNmU2/zzFbVNsK20XaKo8WJ45zkvLIzsBPYtdvNcy24W7iX7RF7J/tC+wEHqoOfQ5XDU0cVx2jHFkeRk4nTZqfLzmhnV+f9
zqM8BR6f18QTuZi5bHHpdSW5+rhWuT5z03YTuHW7w+4u7gfcx9aqr01a2+kBPHgeBzyeeLI8Uz1/9cJ4eXpVez33NvTO9e7zofls9Gn2
eedr51vi+9hP0y/Dr8ef4h/i3+Q/H2AfUBogDNQP3BJ4O0g2KDaoKxgb7B/cGDy3zmHdwXWTISYhBSEj61nrs9ff3CC7IWHDhY2UjWEb
z4SiQwNCm0MXwzzC6sPmwnnhNeEiPpd/iP8ywjaiLGIm0iqyNHIqyiqqNGo62ir6QPRMjE1MecxsLDe2KvZ1nHNcbdx8vEf88filhICE
tkRcYmjiuSRqUnxSb7JicnbyYIpOSkGKMNUi9WCqSOAqaEyD0tandaXTlz/F/gzNjF0Z45nWmdWZ77P8s85kS2QnZfdv0t60Z9NUjmPO
T5tRm/mbe3KVc3fkjm/hbKnbCm0N39qzTXVb/rbJ7U7bT+wg7Ijf8VueQV5p3tudATu78xXyt+dP7HLa1VIgViAoGN1tubv2B9QPsT8M
7Fm9p3LP58KIwltFBkXlRYvF/OJbPxr+WPHj0t6ovQMlpiVH9mH2Je0b2W+z/0SpRGlO6cQB9wMdZcyywrK3BzcevFluXF57iHAo45Cw
wq2iq1Ktcl/lYlVM1XC1XXVbjXzNnpr5wxGHh47YHmmtVagtqv14NPbogzqnuo56jfryY5hjmceeN/g39P3E/qmpUbaxqPHT8aTjwhPe
J3qbzJqamuWbS1rgloyWmZMhJ+/+bP9zV6tua10bo63oFDiVcerFL6G/jJx2Pd1zhn2m9az62Zp2WnthB9SxqUPUGdMp7ArqGjzncq6n
27K7/Ve9X4+fVz5ffUHyQslFwsX8i0uXci7NXU65PHsl+spEz8aex1cDr97v9eoduOZ67cZ1x+tX+zh9l25Y3Th/0+LmuVvsW523TW93
9Jv0t/9m8lv7gOlAxx2zO113ze92D64ZvDhkM3Tlnv296/d5928Prx0eHPEbeTAaMip8EPFg+mHCw9ePMh8tPN4+hh4rfCL+pPyp/NP6
37V+bxOaCi+M24/3P/N59niCP/Hyj7Q/Fifzn5Ofl08pTTVNG02fn3Gcufti3YvJlykvF2YL/pT4s+aV5quzf9n+1S8KFE2+Frxe+rv4
jcyb42+N3/bMec49fZf4bmG+8L3M+xMf2B/6PgZ8nFrIWsQuVnzS+tT92fXz2FLi0tI/QiyQvpTNDAsAAAMAUExURQAAAAAAMwAAZgAA
mQAAzAAA/wAzAAAzMwAzZgAzmQAzzAAz/wBmAABmMwBmZgBmmQBmzABm/wCZAACZMwCZZgCZmQCZzACZ/wDMAADMMwDMZgDMmQDMzADM
/wD/AAD/MwD/ZgD/mQD/zAD//zMAADMAMzMAZjMAmTMAzDMA/zMzADMzMzMzZjMzmTMzzDMz/zNmADNmMzNmZjNmmTNmzDNm/zOZADOZ
MzOZZjOZmTOZzDOZ/zPMADPMMzPMZjPMmTPMzDPM/zP/ADP/MzP/ZjP/mTP/zDP//2YAAGYAM2YAZmYAmWYAzGYA/2YzAGYzM2YzZmYz
mWYzzGYz/2ZmAGZmM2ZmZmZmmWZmzGZm/2aZAGaZM2aZZmaZmWaZzGaZ/2bMAGbMM2bMZmbMmWbMzGbM/2b/AGb/M2b/Zmb/mWb/zGb/
/5kAAJkAM5kAZpkAmZkAzJkA/5kzAJkzM5kzZpkzmZkzzJkz/5lmAJlmM5lmZplmmZlmzJlm/5mZAJmZM5mZZpmZmZmZzJmZ/5nMAJnM
M5nMZpnMmZnMzJnM/5n/AJn/M5n/Zpn/mZn/zJn//8wAAMwAM8wAZswAmcwAzMwA/8wzAMwzM8wzZswzmcwzzMwz/8xmAMxmM8xmZsxm
mcxmzMxm/8yZAMyZM8yZZsyZmcyZzMyZ/8zMAMzMM8zMZszMmczMzMzM/8z/AMz/M8z/Zsz/mcz/zMz///8AAP8AM/8AZv8Amf8AzP8A
//8zAP8zM/8zZv8zmf8zzP8z//9mAP9mM/9mZv9mmf9mzP9m//+ZAP+ZM/+ZZv+Zmf+ZzP+Z///MAP/MM//MZv/Mmf/MzP/M////AP//
M///Zv//mf//zP///wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGV6fB0AAAAJcEhZcwAADsQAAA7EAZUr
DhsAAAAgdEVYdFNvZnR3YXJlAEdQTCBHaG9zdHNjcmlwdCAxMC4wMC4wt9wwcQAADBhJREFUeJztm1162kgURNkPDzyxmFm5tjOJkUQL
oUr/ckvmHL4JYJtDO5QKcdNzmQACuUQvAL4bAgihEEAIhQBCKAQQQiGAEAoBhFAIIIRCACEUAgihEEAIhQBCKAQQQiGAEAoBhFAKA3i5
/rkcf695OXXEPTO0UvTKXS/z5ei7XZZUTtwzQyslAVzz9/71pgGhnIJXbn33PUggDQjlFATw2TOPWz9/Pr72k4Akn48fm786fy3NyObn
pyRBiXP9avJsk3gUOTwl+QFMMvS49ffP9db29jM5c6Ku208v83eeP3dNMvQ+V+/s19ef4J34dOS/ZEm/XJYGu27ytTTVkpHl1v7McfOI
af/o5/OsuTqyX15+Ds5FUQNub6dJmJJUTtPzPTZ999wleFrzu3M+WC3J7eXrL48ifyelqgE3yUhS8SZNz++8uHbnjhvnvLhnJtP34ed7
e2Igf+ekrQF/7myu00lN+ql5m4/NJ4r0/fjlc8T8KWbNV2J/edTLpxw4C23ngMu99fryNk3vzgHX62uSqtcem01LAyb210eRwJPS+Cl4
er3evYMmj94k+HmdZm7XgMtPLO+9yU9uHsV78EmpmQNuP1u8PQdcfu7t49+fA77+zPJzyaeZ6U2G19t8Cjklhf8Sks7bkua7pFlZv7dP
6Pqs4lPw7jmTz8biUzBz6HPS8G/Bm0ZcP2ckP5EmdPs5ZPuV7aO3y9tmXs0Bj/6FEKwpe9fa5GhzTrjppKOEpp5pa9q35Pqd1JSeS+4e
xXvwCYl5yeYOC3lusCImgHQVzEQ2IAANCLHQgBAKTQShEEAIhQBCKAQQQiGAEAoBhFAIIIRCACEUAgihEEAIhQBCKAQQQiGAEAoBhFAI
IIRCACEUAgh77vfbf+X/VT0VAYQ99yqqnooAwp7bfz+Xe/Jfxv2qpyKAsIcGhFDuc6+VXVc9FQGEPTQghPJynpd5XfVUBBD20IAQCnNA
CIUGhFDK5n/L7aqnIoCwhwaEUNJzu9vLud7x/aqnIoCwhwaEUJgDQig0IITCHBBCoQEhFPYDQig0IITCfkAIhQaEUJgDQig0IITCHBBC
oQEhFPYDQig0IITCfkAIhQaEUJgDQig0IITCHBCK6N1YNCAU0Xv/HvsBoQgaEELpvX+P/YBQBA0IofSe2zEHhCJoQAil99yOOSAUQQNC
KL337/X2CQjgb4AGhFB6799jPyAUQQNCKMwBIRQaEEJhDgih0IAQStm8jv2A0BkaEEJhPyCEQgNCKMwBIRQaEEJhDgih0IAQStm8jv2A
0BkaEEJhPyCEQgNCKMwBIRQaEEJhDgih0IAQStm8jv2AX497Y/X2CQhgBO7799gP+Mtxb6zePgEBjMB9bscc8Jfj3li9fQICGIH73I45
4C/HvbF6+wQEMIKy+drn9+/19gkIYATujdXbJyCAEbjv32M/4C/HvbF6+wQEMAL3uR1zwF+Oe2P19gkIYATuczvmgL8c98bq7RMQwAjK
5muf37/X2ycggBG4N1Zvn4AARuC+f6+3T0AAI3BvrN4+AQGMwH1u19snIIARuDdWb5+AAEbgPrdjDvjLcW+s3j4BAYygbL7GfkDojHtj
9fYJCGAE7vv3evsEBDAH94Zx9wkIYA7uczZ3n4AA5uDeMO4+AQHMwX3O5u4TEMAc3BvG3ScggDmUzcM+v9/O3ScggDm4N4y7T0AAc+i9
P+7bfAICmIN7w7j7BAQwh95zsW/zCQhgDu4N4+4TEMAc3Ods7j4BAczBvWHcfQICmEPZPGy5jS8DApiDe8O4+wQEMIf0XOd23577HN/H
lwEBzMG9Ydx9AgKYg/uczd0nIIA5uDeMu09AAHNwn7O5+wQEMAf3hnH3CQhgDmXzsOU+vgwIYA7uDePuExDAHNJ5V/41vgwIYA7uDePu
ExDAHHrPxb7NJyCAObg3jLtPQABzcJ+zufsEBDAH94Zx9wkIYA5l87DlNr4MCGAO7g3j7hMQwBzSc53bfXvuc3wfXwYEMAf3hnH3CQhg
Du5zNnefgADm4N4w7j4BAczBfc7m7hMQwBzcG8bdJyCAOZTNw5b7+DIggDm4N4y7T0AAc0jnXfnX+DIggDm4N4y7T0AAc+g9F/s2n4AA
5uDeMO4+AQHMwX3O5u4TEMAc3BvG3ScggDmUzcOW2/gyIIA5uDeMu0/gEcD0XOJ2355bHN8/7/q+zSdwCeDHjjiL9X2bT+ARwA/OnSzW
920+gUcAP3jEWazv23wClwB+bO5ksb5v8wlcAvixI85ifd/mE3gEsGzetNw/7/q+zSfwCKD7EYyvzSdwCeBtnSflX+M7i0/gEkDvIxhf
m0/gEcCX8wq7ORY+5oChRzC+Np/AJYDecyx8zAFDj2B8bT6BRwBvRfOm5Ta+s/gEHgF0P4LxtfkELgF8nkvc7ttzi+P7+M7iE7gE0PsI
xtfmE3gEMG/O9HqN7yw+gUcA3Y9gfG0+gUsAvedY+Np8ApcAeh/B+Np8Ao8AJucT95fzC3Ef31l8Ao8Auh/B+Np8ApcA3tZ5Uv41vrP4
BC4B9D6C8bX5BB4BfDmvsJtj4WvzCTwC6H4E42vzCVwC6D3HwsccMPQIxtfmE3gE8FY0b1pu4zuLT+ARQPcjGF+bT+ASwOe5xO2+Pbc4
vo/vLD5BXQDdjzh8Xj5BXQDz5kKv1/i+1SegAfGN9wlqA+g9d8Ln5RPQgPjG+wTV54AF86HlPr5v9QloQHzjfYL6c8Bl/pN/je9bfQIa
EN94n4A5IL7xPgENiG+8T8AcEN94n4AGxDfeJ2g6B0zPAzLu4/tWn4AGxDfeJ2g/B7zdt+cCx/fxfatPQAPiG+8TMAfEN94noAHxjfcJ
mAPiG+8T0ID4xvsE7AfEN94noAHxjfcJ2A+Ib7xPQAPiG+8TMAfEN94noAHxjfcJmAPiG+8T0ID4xvsE7AfEN94noAHxjfcJ2A+Ib7xP
QAPiG+8TMAfEN94noAHxjfcJmAPiG+8T0ID4xvsE7AfEN94noAHxjfcJ2A+Ib7xPQAPiG+8TMAfEN94noAHxjfcJmAPiG+8T0ID4xvsE
7AfEN94noAHxjfcJ2A+Ib7xPQAPiG+8TMAfEN94noAHxjfcJmAPiG+8T0ID4xvsE7AfEN94noAHxjfcJ2A+Ib7xPQAPiG+8TMAfEN94n
oAHxjfcJmAPiG+8T0ID4xvsE7AfEN94noAHxjfcJ2A+Ib7xPQAPiG+8TMAfEN94noAHxjfcJmAPiG+8T0ID4xvsE7AfEN94noAHxjfcJ
2A+Ib7xPQAPiG+8TMAfEN94noAHxjfcJmAPiG+8T0ID4xvsE7AfEN94noAHxjfcJ2A+Ib7xPkB3Ay5ULl9pLhwCG/w5cTnyhAbmEXmhA
LqGXDgEEGAEBhFAIIIRCACEUAgihEEAIhQBCKAQQQiGAEEqPAM7/0jL/ORuv9X7lm8S/6hisT838q9ZXs0LtK6f3399W3ip4Sh7rvKTr
/Pl3mI6+2lf4U+vr//tO/ddXkWjpK1/f3t3Iz2rm32xZ33X9ej/f87rn+sqNn/I9v9rJV/lq9/59U/o04M9qpufvOB9n8+1uvqnq+P3H
+mrf4z7x+06VjXq0vsqs9PZt3O2Kten+rmc50uY1T+ufPXxT5e8sfL3X19CA73zXqnOOw9ejqQGPXt82+nwKfqzs7zqXJmhqmCPfVPt3
eOyrM6r1VR0hB75r7RF38HrUnrMdvr4m54A/K5oe65ym55FS24BHvqm29Y991Z9qDtfX0Xe99F1f9ftmb99W3YE/K1mOjGn+r60B3/um
ytfj2Ff5t3e8vspGPf77qz3nOFxfx9ej+vVN6NSA13lVj2N2+bRf34DvfVN1Ax74Gs7KD9Y3dfx9l/3Eruurf31TddOjn5r1U+r8hefr
W/m59Z2v1ibX19P3+F4331S9xs+sz6cB9+9oTXPAI99UnZmD9VW5hK/lPfONL/mO5fp8zgF38/vWSfmBr6EB3/n++X/MlK6v/+9bf87x
ifW5/EsIQC0EEEIhgBAKAYRQCCCEQgAhFAIIoRBACIUAQigEEEIhgBAKAYRQCCCEQgAhFAIIoRBACIUAQigEEEIhgBAKAYRQCCCEQgAh
FAIIoRBACIUAQigEEEIhgBAKAYRQCCCE8j/BQ9bv4zmEGAAAAABJRU5ErkJggg==
`,
  'base64',
)

/** Who stays online: see demo-jobs.ts. */
export const onlineAtDemo: readonly DemoPerson[] = ['ben', 'cleo', 'mei']

/** When the others were seen. The reader is one of the people who are online. */
const seenMinutesAgo: Partial<Record<DemoPerson, number>> = { omar: 25, lena: 190, gus: 240 }

type People = Record<DemoPerson, Actor>

const HOUR_MS = 3_600_000
/** Older messages have been read. */
const UNREAD_HOURS = 8

const notes = `# 2.4\n\n- Imports are eighty times faster.\n- The sign-in page tells what is wrong.\n- Texts can be pinned.\n`
const files = {
  chart: { name: 'orders.png', bytes: demoChart },
  notes: { name: 'release-notes.md', bytes: Buffer.from(notes) },
}

/** More people, and a week of conversations that ends now, in the demo organization. */
export async function fillDemoOrganization(
  chat: Messages,
  { realm, people }: DemoOrganization,
  passwordHash: string,
): Promise<void> {
  const add = async (name: string, fullName: string): Promise<Actor> => {
    const email = `${name}@example.com`
    const person = { email, emailProven: true, fullName, passwordHash }
    return { realm, user: (await createUser(chat, realm, person)).user }
  }
  const everyone: People = {
    ada: { realm, user: people.ada },
    ben: { realm, user: people.ben },
    cleo: { realm, user: people.cleo },
    gus: { realm, user: people.gus },
    mei: await add('mei', 'Mei Tanaka'),
    omar: await add('omar', 'Omar Haddad'),
    lena: await add('lena', 'Lena Fischer'),
  }
  await addStreams(chat, everyone)
  const setFace = (name: DemoPerson) => {
    const actor = everyone[name]
    const face = { name: `${name}.png`, bytes: drawDemoFace(name) }
    return asReceivedFile(face, (file) => setAvatar(chat, actor, actor.user, file))
  }
  await Promise.all((Object.keys(everyone) as DemoPerson[]).map(setFace))
  const now = chat.clock.now()
  const isOld = ({ ago }: DemoMessage) => ago > UNREAD_HOURS
  const send = async (message: DemoMessage) =>
    write({ ...chat, clock: { now: () => now - message.ago * HOUR_MS } }, everyone, message)
  for (const message of demoConversations.filter(isOld)) await send(message)
  for (const person of Object.values(everyone)) await markAllAsRead(chat, person)
  for (const message of demoConversations.filter((one) => !isOld(one))) await send(message)
  for (const [name, minutes] of Object.entries(seenMinutesAgo)) {
    const then = { ...chat, clock: { now: () => now - minutes * 60_000 } }
    await reportPresence(then, everyone[name as DemoPerson], 'website', 'active')
  }
}

async function addStreams(chat: Messages, { ada, ben, cleo, gus, mei, omar, lena }: People): Promise<void> {
  const join = (actor: Actor, name: string, people: readonly Actor[], description?: string) =>
    addSubscriptions(chat, actor, {
      subscriptions: [{ name, ...(description && { description }) }],
      principals: people.map(({ user }) => user.email),
      inviteOnly: false,
      announcementOnly: false,
      historyPublic: undefined,
      authorizationErrorsFatal: true,
      announce: false,
    })
  await join(ada, 'announcements', [mei, omar, lena])
  await join(ben, 'engineering', [ada, ben, mei, lena], 'How our software is made.')
  await join(omar, 'support', [ada, cleo, omar, gus], 'Questions of customers.')
  await join(ben, 'random', [mei, omar, lena])
}

async function write(chat: Messages, people: People, message: DemoMessage): Promise<void> {
  const { from, to, content, file, reactions = [] } = message
  const actor = people[from]
  const link = file ? `\n\n${await upload(chat, actor, files[file])}` : ''
  const destination = Array.isArray(to)
    ? { type: 'private', to: to.map((name) => people[name].user.id), topic: undefined }
    : { type: 'stream', to: [to.stream], topic: to.topic }
  const { id } = await sendMessage(chat, actor, {
    ...destination,
    content: content + link,
    client: 'website',
  })
  for (const [name, ...fans] of reactions) {
    for (const fan of fans)
      await addReaction(chat, people[fan], id, { name, code: undefined, type: undefined })
  }
}

interface DemoFile {
  name: string
  bytes: Buffer
}

/** Returns the Markdown of the link. */
async function upload(chat: Messages, actor: Actor, file: DemoFile): Promise<string> {
  const { uri } = await asReceivedFile(file, (received) => keepUpload(chat, actor, [received]))
  return `[${file.name}](${uri})`
}

/** As if a client had sent it. */
async function asReceivedFile<T>(
  { name, bytes }: DemoFile,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-demo-'))
  try {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return await use({ field: 'file', name, path, size: bytes.length })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
