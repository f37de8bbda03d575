/** Loads what writes mails. It is drawn with preact, which a process that sends none does not load. */
export async function loadContent() {
  const [{ alertMail }, { confirmationMail }, { digestMail }] = await Promise.all([
    import('./content/alert-mail.tsx'),
    import('./content/confirmation-mail.tsx'),
    import('./content/digest-mail.tsx'),
  ]);
  return { alertMail, confirmationMail, digestMail };
}
