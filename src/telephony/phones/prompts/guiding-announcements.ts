import type { AnnouncementName } from '../pbx/flow/announcement-names.ts'

type Name = Extract<
  AnnouncementName,
  'speak_now' | 'keep_recording' | 'recording_kept' | `directory${'' | '_nobody' | '_choose' | '_no_more'}`
>

/** What guides people who record something, or look for somebody by name, by language. */
export const guidingAnnouncements = {
  en: {
    speak_now: 'Please speak after the tone, and press the hash key at the end.',
    keep_recording: 'To keep this, press 1. To record it again, press 2.',
    recording_kept: 'It is saved.',
    directory:
      'Please dial the first letters of the last or first name on your keypad, followed by the hash key.',
    directory_nobody:
      'There is nobody of that name. Please dial the first letters of the last or first name, followed by the hash key.',
    directory_choose: 'To be connected, press 1. For the next name, press star.',
    directory_no_more:
      'There are no more names. Please dial the first letters of the last or first name, followed by the hash key.',
  },
  de: {
    speak_now: 'Bitte sprechen Sie nach dem Ton, und drücken Sie am Ende die Rautetaste.',
    keep_recording: 'Um dies zu behalten, drücken Sie die 1. Um es neu aufzunehmen, drücken Sie die 2.',
    recording_kept: 'Die Aufnahme ist gespeichert.',
    directory:
      'Bitte wählen Sie die ersten Buchstaben des Nachnamens oder Vornamens auf der Tastatur, und drücken Sie die Rautetaste.',
    directory_nobody:
      'Unter diesem Namen gibt es niemanden. Bitte wählen Sie die ersten Buchstaben des Nachnamens oder Vornamens, und drücken Sie die Rautetaste.',
    directory_choose: 'Um verbunden zu werden, drücken Sie die 1. Für den nächsten Namen drücken Sie Stern.',
    directory_no_more:
      'Es gibt keine weiteren Namen. Bitte wählen Sie die ersten Buchstaben des Nachnamens oder Vornamens, und drücken Sie die Rautetaste.',
  },
  es: {
    speak_now: 'Por favor, hable después de la señal y pulse almohadilla al final.',
    keep_recording: 'Para guardarlo, pulse 1. Para grabarlo de nuevo, pulse 2.',
    recording_kept: 'Se ha guardado.',
    directory:
      'Por favor, marque en el teclado las primeras letras del apellido o del nombre y pulse almohadilla.',
    directory_nobody:
      'No hay nadie con ese nombre. Por favor, marque las primeras letras del apellido o del nombre y pulse almohadilla.',
    directory_choose: 'Para hablar con esta persona, pulse 1. Para el siguiente nombre, pulse asterisco.',
    directory_no_more:
      'No hay más nombres. Por favor, marque las primeras letras del apellido o del nombre y pulse almohadilla.',
  },
  fr: {
    speak_now: 'Veuillez parler après le signal, puis appuyez sur dièse.',
    keep_recording: 'Pour le garder, appuyez sur 1. Pour recommencer, appuyez sur 2.',
    recording_kept: "C'est enregistré.",
    directory:
      'Veuillez composer sur le clavier les premières lettres du nom ou du prénom, puis appuyez sur dièse.',
    directory_nobody:
      'Personne ne porte ce nom. Veuillez composer les premières lettres du nom ou du prénom, puis appuyez sur dièse.',
    directory_choose: 'Pour être mis en relation, appuyez sur 1. Pour le nom suivant, appuyez sur étoile.',
    directory_no_more:
      "Il n'y a plus de noms. Veuillez composer les premières lettres du nom ou du prénom, puis appuyez sur dièse.",
  },
  it: {
    speak_now: 'Si prega di parlare dopo il segnale e di premere cancelletto alla fine.',
    keep_recording: 'Per conservarlo, prema 1. Per registrare di nuovo, prema 2.',
    recording_kept: 'La registrazione è salvata.',
    directory:
      'Componga sulla tastiera le prime lettere del cognome o del nome, seguite dal tasto cancelletto.',
    directory_nobody:
      'Non c’è nessuno con questo nome. Componga le prime lettere del cognome o del nome, seguite dal tasto cancelletto.',
    directory_choose: 'Per parlare con questa persona, prema 1. Per il nome successivo, prema asterisco.',
    directory_no_more:
      'Non ci sono altri nomi. Componga le prime lettere del cognome o del nome, seguite dal tasto cancelletto.',
  },
  nl: {
    speak_now: 'Spreek na de toon en druk aan het einde op het hekje.',
    keep_recording: 'Om dit te bewaren, druk op 1. Om het opnieuw op te nemen, druk op 2.',
    recording_kept: 'De opname is bewaard.',
    directory: 'Toets de eerste letters van de achternaam of voornaam in, gevolgd door een hekje.',
    directory_nobody:
      'Er is niemand met deze naam. Toets de eerste letters van de achternaam of voornaam in, gevolgd door een hekje.',
    directory_choose: 'Om verbonden te worden, druk op 1. Voor de volgende naam, druk op ster.',
    directory_no_more:
      'Er zijn geen namen meer. Toets de eerste letters van de achternaam of voornaam in, gevolgd door een hekje.',
  },
  pl: {
    speak_now: 'Proszę mówić po sygnale, a na końcu nacisnąć krzyżyk.',
    keep_recording: 'Aby zachować nagranie, proszę nacisnąć 1. Aby nagrać ponownie, proszę nacisnąć 2.',
    recording_kept: 'Nagranie zostało zapisane.',
    directory:
      'Proszę wybrać na klawiaturze pierwsze litery nazwiska lub imienia, a następnie nacisnąć krzyżyk.',
    directory_nobody:
      'Nie ma nikogo o tym nazwisku. Proszę wybrać pierwsze litery nazwiska lub imienia, a następnie nacisnąć krzyżyk.',
    directory_choose:
      'Aby uzyskać połączenie, proszę nacisnąć 1. Aby usłyszeć następne nazwisko, proszę nacisnąć gwiazdkę.',
    directory_no_more:
      'Nie ma więcej nazwisk. Proszę wybrać pierwsze litery nazwiska lub imienia, a następnie nacisnąć krzyżyk.',
  },
  pt: {
    speak_now: 'Por favor, fale após o sinal e prima cardinal no fim.',
    keep_recording: 'Para guardar, prima 1. Para gravar de novo, prima 2.',
    recording_kept: 'A gravação foi guardada.',
    directory: 'Por favor, marque no teclado as primeiras letras do apelido ou do nome e prima cardinal.',
    directory_nobody:
      'Não há ninguém com esse nome. Por favor, marque as primeiras letras do apelido ou do nome e prima cardinal.',
    directory_choose: 'Para falar com esta pessoa, prima 1. Para o nome seguinte, prima asterisco.',
    directory_no_more:
      'Não há mais nomes. Por favor, marque as primeiras letras do apelido ou do nome e prima cardinal.',
  },
  ru: {
    speak_now: 'Говорите после сигнала, в конце нажмите решётку.',
    keep_recording: 'Чтобы сохранить запись, нажмите 1. Чтобы записать снова, нажмите 2.',
    recording_kept: 'Запись сохранена.',
    directory: 'Наберите на клавиатуре первые буквы фамилии или имени и нажмите решётку.',
    directory_nobody: 'Такого имени нет. Наберите первые буквы фамилии или имени и нажмите решётку.',
    directory_choose: 'Чтобы соединиться, нажмите 1. Чтобы услышать следующее имя, нажмите звёздочку.',
    directory_no_more: 'Больше имён нет. Наберите первые буквы фамилии или имени и нажмите решётку.',
  },
} as const satisfies Record<string, Readonly<Record<Name, string>>>
