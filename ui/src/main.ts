import './locale-guard';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/places.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { app } from './state/app.svelte';

const target = document.getElementById('app');
if (target) {
  app.begin();
  mount(App, { target });
}
