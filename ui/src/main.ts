import './locale-guard';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/places.css';
import './styles/inspect.css';
import './styles/code.css';
import './styles/workspace.css';
import './styles/past.css';
import './styles/narrow.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { fetchAll } from './parts/lazy';
import { alerts } from './state/alerts.svelte';
import { app } from './state/app.svelte';
import { connecting } from './state/connecting.svelte';

const target = document.getElementById('app');
if (target) {
  // The connection may be open before the texts are loaded.
  app.begin();
  connecting.begin();
  alerts.begin();
  await app.speak();
  mount(App, { target });
  setTimeout(fetchAll, 300);
}
