// The fields of an address, in English and German.

export const address = {
  en: {
    address: {
      title: 'Address of the controller', host: 'IP address or host name', port: 'Port', rack: 'Rack', slot: 'Slot', route: 'Route instead of a slot', path: 'Path', options: 'Options', protocol: 'Protocol', more: 'More',
      slots: 'S7-1200 and S7-1500: slot 1. S7-300: slot 2. S7-400: as in the hardware configuration.',
      routes: 'Pairs of port and slot or address: 1,2,2,10.0.0.9,1,0. A single / : the controller answers at its own port.',
    },
  },
  de: {
    address: {
      title: 'Adresse der Steuerung', host: 'IP-Adresse oder Rechnername', port: 'Port', rack: 'Rack', slot: 'Steckplatz', route: 'Route statt Steckplatz', path: 'Pfad', options: 'Optionen', protocol: 'Protokoll', more: 'Mehr',
      slots: 'S7-1200 und S7-1500: Steckplatz 1. S7-300: Steckplatz 2. S7-400: wie in der Hardwarekonfiguration.',
      routes: 'Paare aus Port und Steckplatz oder Adresse: 1,2,2,10.0.0.9,1,0. Ein einzelnes / : Die Steuerung antwortet an ihrem eigenen Port.',
    },
  },
};
