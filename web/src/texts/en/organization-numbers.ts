export const organizationNumbers = {
  title: 'Texting numbers',
  intro:
    'Connect a number to a stream: each text conversation becomes a topic there, and what people write in the topic is sent as a text.',
  tie: 'Connect a number',
  tieNow: 'Connect',
  number: 'Number',
  stream: 'Stream',
  streamHint: 'Everyone who can write in the stream can answer texts to this number.',
  chooseStream: 'Choose a stream',
  hiddenStream: 'A private stream',
  none: 'No number is connected',
  noneHint: 'Texts stay in the portal until you connect their number to a stream.',
  noFree: 'Every texting number of the company is connected already, or there is none yet.',
  untie: 'Disconnect',
  untieNumber: (number: string) => `Disconnect ${number}`,
  untieTitle: (number: string) => `Disconnect ${number}?`,
  untieHint: (stream: string) =>
    `New texts no longer appear in ${stream}, and replies there are not sent. All messages and texts stay where they are.`,
}
