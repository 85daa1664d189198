import type { Integration } from '../integration.ts'
import { translateWritten } from '../zapier/translate-zapier.ts'

export const ifttt: Integration = {
  name: 'ifttt',
  displayName: 'IFTTT',
  summary: 'What you write in an applet, with values of services and devices.',
  setup: [
    'In IFTTT, create an applet and choose what **If This** is.',
    'As **Then That**, choose **Webhooks**, then **Make a web request**.',
    'As **URL**, enter this address. Choose the method **POST** and the content type `application/json`:\n\n```\nADDRESS\n```',
    'As **Body**, enter the message in Markdown, with the ingredients that you like:\n\n```json\n{"topic": "Weather", "content": "It starts to rain: <<<{{CurrentCondition}}>>>"}\n```',
  ],
  events: [],
  options: [],
  takesForms: true,
  translate: translateWritten('IFTTT'),
  fixtures: async () => (await import('./ifttt-fixtures.ts')).iftttFixtures,
}
