import { Failure } from "@ecotrim/contracts/http";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fp from "fastify-plugin";

/** OpenAPI from the schemas: for people at /api/docs, for programs at /api/docs/json. Register before the routes. */
export const documentation = fp(async (app) => {
  await app.register(swagger, {
    transform: ({ schema, url }) => ({
      // Every error has the same envelope.
      schema: { ...schema, response: { ...(schema?.response as object), default: Failure } },
      url,
    }),
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "EcoTrim",
        version: "1.0.0",
        description:
          "Simulación de baterías para instalaciones fotovoltaicas industriales. Todas las rutas responden también bajo /api/backend. Los números se admiten también como texto con formato español.",
      },
      tags: [
        { name: "simulaciones", description: "Crear, seguir y terminar simulaciones" },
        { name: "optimización", description: "Llamadas que esperan al resultado" },
        { name: "baterías", description: "Recomendación de tamaños" },
        { name: "cuenta", description: "Registro, sesión y datos propios" },
        { name: "mis simulaciones", description: "Guardar, listar, comparar y compartir" },
        { name: "avisos", description: "Lo que se cuenta a cada usuario" },
        { name: "pagos", description: "Compras y suscripciones" },
        { name: "informes", description: "Informes en PDF" },
        { name: "contacto", description: "Mensajes a la empresa" },
        { name: "servicio", description: "Estado de la plataforma" },
      ],
    },
  });
  await app.register(swaggerUi, { routePrefix: "/api/docs", uiConfig: { docExpansion: "list", validatorUrl: null } });
});
