import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { listenToLinks } from './router';
import { followTheme } from './theme';

followTheme();
listenToLinks();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element #app');
mount(App, { target });
